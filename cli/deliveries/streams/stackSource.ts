import type { PulumiCommand } from "@pulumi/pulumi/automation";
import { openApi } from "../../../provider/api/managementApi";
import { settingsFrom } from "../../../provider/config/settings";
import { assertSameTenant } from "../../../provider/lifecycle/session";
import { eventStream } from "../../../provider/resources";
import { isObject, type Props } from "../../../provider/shared/json";
import { stderrLogger } from "../../shared/logger";
import {
  configurationOf,
  forUser,
  providerOf,
  type StackConfiguration,
} from "../../shared/providerConfiguration";
import { exportStack, readConfiguration, type Target } from "../../shared/pulumi";
import { resourceOf } from "../../shared/resourceOf";
import { stateResources } from "../../shared/stateResources";
import { displayName } from "../../shared/text";
import { parseUrn } from "../../shared/urn";
import type { StreamSource, TenantStream } from "./source";

/** The streams that a stack manages, in the tenants of its configuration. */
export function stackSource(pulumi: PulumiCommand, stack: Target): StreamSource {
  const label = `the stack ${displayName(stack.name)}`;
  // Each loaded once, when first needed.
  let state: Promise<Props[]> | undefined;
  let values: Promise<StackConfiguration> | undefined;
  const resources = () => {
    state ??= exportStack(pulumi, stack).then(stateResources);
    return state;
  };
  const configuration = () => {
    values ??= readConfiguration(pulumi, stack);
    return values;
  };

  async function open(resource: Props): Promise<TenantStream> {
    const inputsByUrn = Object.fromEntries(
      (await resources()).map(({ urn, inputs }) => [urn, isObject(inputs) ? inputs : {}]),
    );
    const { type = "", provider = "", urn = "", outputs } = resource;
    const owner = providerOf({ type: String(type), provider: String(provider) }, inputsByUrn);
    try {
      const settings = settingsFrom(await configurationOf(owner, configuration), process.env);
      assertSameTenant(settings, eventStream.name, isObject(outputs) ? outputs : {});
      const api = openApi(settings, stderrLogger);
      return { api, id: String(resource.id), label: parseUrn(String(urn)).name, stack };
    } catch (error) {
      throw new Error(forUser(owner, (error as Error).message));
    }
  }

  const streams = async () =>
    (await resources()).filter(
      ({ type, id }) =>
        resourceOf(String(type))?.definition === eventStream && typeof id === "string",
    );

  return {
    stack,
    all: async () => Promise.all((await streams()).map(open)),
    async find(argument) {
      const all = await streams();
      const named = all.filter(({ urn, id }) =>
        [urn, id, parseUrn(String(urn)).name].includes(argument),
      );
      const [stream] = named;
      if (stream !== undefined && named.length === 1) return open(stream);
      const shown = displayName(argument);
      if (named.length > 1) {
        throw new Error(
          `${label} has ${named.length} event streams called ${shown}: name one by its id, ${named.map(({ id }) => id).join(" or ")}`,
        );
      }
      const names = all.map(({ urn }) => displayName(parseUrn(String(urn)).name));
      throw new Error(
        `${label} has no event stream ${shown}: ${names.length > 0 ? `its streams are ${names.join(", ")}` : "it has none"}`,
      );
    },
  };
}

import { openApi } from "../../../provider/api/managementApi";
import { eventStream } from "../../../provider/resources";
import { isObject, type Props } from "../../../provider/shared/json";
import { stderrLogger } from "../../shared/log";
import {
  providerOf,
  type StackConfiguration,
  settingsOf,
} from "../../shared/providerConfiguration";
import { exportStack, readConfiguration, type Target } from "../../shared/pulumi";
import type { PulumiCommand } from "../../shared/runPulumi";
import { parseUrn, resourceOf, stateResources } from "../../shared/stateResources";
import { displayName } from "../../shared/text";
import { idsOf, type StreamSource, type TenantStream } from "./source";

/** At most this many names in a message. */
const maxNames = 20;

/** The streams that a stack manages, in the tenants of its configuration. */
export function stackSource(pulumi: PulumiCommand, stack: Target): StreamSource {
  const label = `the stack ${displayName(stack.name)}`;
  // Each loaded once, when first needed.
  let state: Promise<Props[]> | undefined;
  let values: Promise<StackConfiguration> | undefined;
  const resources = () => {
    state ??= readable(label, "state", async () => resourcesIn(await exportStack(pulumi, stack)));
    return state;
  };
  const configuration = () => {
    values ??= readable(label, "configuration", () => readConfiguration(pulumi, stack));
    return values;
  };

  async function open(resource: Props): Promise<TenantStream> {
    const provider = providerOf(resource, await resources());
    const outputs = isObject(resource.outputs) ? resource.outputs : {};
    const settings = await settingsOf(provider, configuration, eventStream.name, outputs);
    const api = openApi(settings, stderrLogger);
    return { api, id: String(resource.id), label: nameOf(resource), stack };
  }

  const streams = async () => (await resources()).filter(isStream);

  return {
    stack,
    label,
    all: async () =>
      (await streams()).map((resource) => ({
        label: nameOf(resource),
        open: () => open(resource),
      })),
    async find(argument) {
      const all = await streams();
      const matching = all.filter((stream) =>
        [stream.urn, stream.id, nameOf(stream)].includes(argument),
      );
      // A stream may be in the state twice, as while it moves to the plugin.
      const named = [...new Map(matching.map((stream) => [stream.id, stream])).values()];
      const [stream] = named;
      if (stream !== undefined && named.length === 1) return open(stream);
      throw new Error(notOne(label, argument, named, all));
    },
  };
}

const nameOf = ({ urn }: Props): string => parseUrn(String(urn)).name;

/** A stream that was replaced stays in the state, with `delete`, until it is deleted. */
const isStream = ({ type, id, delete: isReplaced }: Props): boolean =>
  resourceOf(String(type))?.definition === eventStream &&
  typeof id === "string" &&
  isReplaced !== true;

const resourcesIn = (exported: string): Props[] => stateResources(exported).filter(isObject);

/** Without the message of a parser, which quotes the text: a configuration holds secrets. */
async function readable<T>(label: string, what: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof TypeError)) throw error;
    throw new Error(
      `the ${what} of ${label} could not be read: the Pulumi CLI did not print it as JSON of the usual form; check that the command \`pulumi\` is the Pulumi CLI`,
    );
  }
}

function notOne(label: string, argument: string, named: Props[], all: Props[]): string {
  const shown = displayName(argument);
  if (named.length > 1) {
    return `${label} has ${named.length} event streams called ${shown}: name one by its id, ${idsOf(named)}`;
  }
  const names = all.slice(0, maxNames).map((stream) => displayName(nameOf(stream)));
  const more = all.length > maxNames ? ` and ${all.length - maxNames} more` : "";
  const others =
    all.length > 0 ? `its streams are ${names.join(", ")}${more}` : "it has no event stream at all";
  return `${label} has no event stream ${shown}: ${others}`;
}

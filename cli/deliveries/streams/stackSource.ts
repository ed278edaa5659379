import { openApi } from "../../../provider/api/managementApi";
import { eventStream } from "../../../provider/resources";
import { stderrLogger } from "../../shared/log";
import {
  providerOf,
  type StackConfiguration,
  settingsOf,
} from "../../shared/providerConfiguration";
import { readConfiguration, readState, type Target } from "../../shared/pulumi";
import type { PulumiCommand } from "../../shared/runPulumi";
import { resourceOf, type StateResource } from "../../shared/state";
import { displayName } from "../../shared/text";
import { idsOf, type StreamSource, type TenantStream } from "./source";

/** At most this many names in a message. */
const maxNames = 20;

/** The streams that a stack manages, in the tenants of its configuration. */
export function stackSource(pulumi: PulumiCommand, stack: Target): StreamSource {
  const label = `the stack ${displayName(stack.name)}`;
  // Each loaded once, when first needed.
  let state: Promise<StateResource[]> | undefined;
  let values: Promise<StackConfiguration> | undefined;
  const resources = () => {
    state ??= readState(pulumi, stack).then((read) => read.resources);
    return state;
  };
  const configuration = () => {
    values ??= readConfiguration(pulumi, stack);
    return values;
  };

  async function open(resource: StateResource): Promise<TenantStream> {
    const { id, name, outputs } = resource;
    const provider = providerOf(resource, await resources());
    const settings = await settingsOf(provider, configuration, eventStream.name, outputs);
    return { api: openApi(settings, stderrLogger), id, label: name, stack };
  }

  const streams = async () => (await resources()).filter(isStream);

  return {
    stack,
    label,
    all: async () =>
      (await streams()).map((resource) => ({
        label: resource.name,
        open: () => open(resource),
      })),
    async find(argument) {
      const all = await streams();
      const matching = all.filter((stream) =>
        [stream.urn, stream.id, stream.name].includes(argument),
      );
      // A stream may be in the state twice, as while it moves to the plugin.
      const named = [...new Map(matching.map((stream) => [stream.id, stream])).values()];
      const [stream] = named;
      if (stream !== undefined && named.length === 1) return open(stream);
      throw new Error(notOne(label, argument, named, all));
    },
  };
}

const isStream = ({ type, id, isReplaced }: StateResource): boolean =>
  resourceOf(type)?.definition === eventStream && id !== "" && !isReplaced;

function notOne(
  label: string,
  argument: string,
  named: StateResource[],
  all: StateResource[],
): string {
  const shown = displayName(argument);
  if (named.length > 1) {
    return `${label} has ${named.length} event streams called ${shown}: name one by its id, ${idsOf(named)}`;
  }
  const names = all.slice(0, maxNames).map(({ name }) => displayName(name));
  const more = all.length > maxNames ? ` and ${all.length - maxNames} more` : "";
  const others =
    all.length > 0 ? `its streams are ${names.join(", ")}${more}` : "it has no event stream at all";
  return `${label} has no event stream ${shown}: ${others}`;
}

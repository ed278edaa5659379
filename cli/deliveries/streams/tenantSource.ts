import { openApi } from "../../../provider/api/managementApi";
import { type Settings, settingsFrom } from "../../../provider/config/settings";
import { lifecycle } from "../../../provider/lifecycle/resource";
import { openSession } from "../../../provider/lifecycle/session";
import { eventStream } from "../../../provider/resources";
import { idViolation } from "../../../provider/resources/definition";
import { npxCommand } from "../../../provider/shared/command";
import { stderrLogger } from "../../shared/log";
import { displayName } from "../../shared/text";
import { idsOf, isForbidden, type StreamSource, type TenantStream } from "./source";

/** The streams of the tenant that the environment names. */
export function tenantSource(environment: NodeJS.ProcessEnv): StreamSource {
  const settings = settingsOf(environment);
  const api = openApi(settings, stderrLogger);

  // Loaded once, for all names.
  let listed: Promise<TenantStream[]> | undefined;
  const all = () => {
    listed ??= list();
    return listed;
  };

  async function list(): Promise<TenantStream[]> {
    const streams: TenantStream[] = [];
    for await (const page of lifecycle(eventStream).list(openSession(settings, stderrLogger))) {
      for (const { id, inputs } of page) {
        streams.push({ api, id, label: String(inputs.name ?? id) });
      }
    }
    return streams;
  }

  return {
    label: api.domain,
    all: async () =>
      (await all()).map((stream) => ({ label: stream.label, open: async () => stream })),
    async find(argument) {
      // An id needs no list, and no permission to read one.
      if (isStreamId(argument)) return { api, id: argument, label: argument };
      const named = (await all().catch(byId)).filter(({ label }) => label === argument);
      const [stream] = named;
      if (stream !== undefined && named.length === 1) return stream;
      throw new Error(notOne(argument, api.domain, named));
    },
  };
}

function settingsOf(environment: NodeJS.ProcessEnv): Settings {
  try {
    return settingsFrom(() => undefined, environment);
  } catch (error) {
    throw new Error(
      `${(error as Error).message} Without --stack, only the environment is read; with it, the configuration of that stack as well.`,
    );
  }
}

/** Whether a text is an id of an event stream, rather than a name. */
const isStreamId = (text: string): boolean =>
  text.startsWith("est_") && idViolation(eventStream, text) === undefined;

/** Who may not list streams may still use one. */
function byId(error: unknown): never {
  throw isForbidden(error)
    ? error.add("or give the stream's id, which needs no list of streams")
    : error;
}

function notOne(name: string, domain: string, named: TenantStream[]): string {
  const shown = displayName(name);
  return named.length === 0
    ? `${domain} has no event stream with the id or name ${shown}; \`${npxCommand} deliveries check\` names all of them`
    : `${domain} has ${named.length} event streams with the name ${shown}: name one by its id, ${idsOf(named)}`;
}

import { openApi } from "../../../provider/api/managementApi";
import { settingsFrom } from "../../../provider/config/settings";
import { lifecycle } from "../../../provider/lifecycle/resource";
import { openSession } from "../../../provider/lifecycle/session";
import { eventStream } from "../../../provider/resources";
import { stderrLogger } from "../../shared/logger";
import { displayName } from "../../shared/text";
import type { StreamSource, TenantStream } from "./source";
import { isStreamId } from "./streamId";

/** The streams of the tenant that the environment names. */
export function tenantSource(environment: NodeJS.ProcessEnv): StreamSource {
  const settings = settingsFrom(() => undefined, environment);
  const api = openApi(settings, stderrLogger);

  async function all(): Promise<TenantStream[]> {
    const streams: TenantStream[] = [];
    for await (const page of lifecycle(eventStream).list(openSession(settings, stderrLogger))) {
      for (const { id, inputs } of page) {
        streams.push({ api, id, label: String(inputs.name ?? id) });
      }
    }
    return streams;
  }

  return {
    all,
    async find(argument) {
      // An id needs no list, and no permission to read one.
      if (isStreamId(argument)) return { api, id: argument, label: argument };
      const named = (await all()).filter(({ label }) => label === argument);
      const [stream] = named;
      if (stream !== undefined && named.length === 1) return stream;
      throw new Error(notOne(argument, api.domain, named));
    },
  };
}

function notOne(name: string, domain: string, named: TenantStream[]): string {
  const shown = displayName(name);
  return named.length === 0
    ? `${domain} has no event stream with the id or name ${shown}; \`auth0-native deliveries check\` names all of them`
    : `${domain} has ${named.length} event streams with the name ${shown}: name one by its id, ${named.map(({ id }) => id).join(" or ")}`;
}

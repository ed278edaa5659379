// Requests to a forge's interface: pages, repeats, errors that teach.
import { setTimeout as wait } from "node:timers/promises";

export function needed(env, name, hint) {
  if (env[name]) return env[name];
  throw new Error(`${name} is not set: ${hint}.`);
}

/** Requests below one address; `hints` says by status what to do. */
export function client({ base, headers, hints }) {
  const { origin } = new URL(base);

  async function send(method, address, body) {
    const sent = {
      method,
      headers: { ...headers, ...(body && { "content-type": "application/json" }) },
      body: body && JSON.stringify(body),
    };
    // What was created by a request whose answer was lost would be created twice.
    const attempts = method === "POST" ? 1 : 3;
    for (let attempt = 1; ; attempt++) {
      const answer = await fetch(address, { ...sent, signal: AbortSignal.timeout(30_000) }).catch(
        (error) => error,
      );
      if (answer.ok) return answer;
      const passing = answer instanceof Error || answer.status === 429 || answer.status >= 500;
      if (!passing || attempt === attempts) {
        throw new Error(await refusal(method, address, answer));
      }
      const seconds = Number(answer.headers?.get("retry-after")) || attempt;
      await wait(Math.min(seconds, 60) * 1000);
    }
  }

  async function refusal(method, address, answer) {
    const asked = `${method} ${new URL(address).pathname}`;
    if (answer instanceof Error) {
      return `${asked}: no answer from ${origin} (${answer.cause?.code ?? answer.name}).`;
    }
    const { message, error } = await answer.json().catch(() => ({}));
    const said = message ?? error;
    const reason = said ? `: ${typeof said === "string" ? said : JSON.stringify(said)}` : "";
    const hint = hints[answer.status];
    return `${asked} was refused with ${answer.status}${reason}.${hint ? ` ${hint}` : ""}`;
  }

  return {
    call: async (method, path, body) => (await send(method, base + path, body)).json(),
    text: async (path) => (await send("GET", base + path)).text(),
    /** Every page of a list; `items` takes it out of an answer that wraps it. */
    async all(path, items = (answer) => answer) {
      const found = [];
      let address = `${base}${path}${path.includes("?") ? "&" : "?"}per_page=100`;
      while (address) {
        const answer = await send("GET", address);
        found.push(...items(await answer.json()));
        const [, next] = /<([^>]*)>;\s*rel="next"/.exec(answer.headers.get("link") ?? "") ?? [];
        // The token goes to no other host.
        if (next && new URL(next).origin !== origin) {
          throw new Error(
            `${origin} sends to ${new URL(next).origin} for the next page of ${path}.`,
          );
        }
        address = next;
      }
      return found;
    },
  };
}

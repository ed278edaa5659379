// Requests to a forge's REST API: pages, repetition, and errors that say what to do.
import { setTimeout as wait } from "node:timers/promises";

const timeoutMs = 30_000;

/** A request that creates something is sent once: after a lost response it would create it twice. */
const maxAttempts = (method) => (method === "POST" ? 1 : 3);

/** A longer `Retry-After` is not obeyed in full, so that a job does not wait for an hour. */
const maxWaitSeconds = 60;

export function requireVariable(env, name, hint) {
  if (env[name]) return env[name];
  throw new Error(`${name} is not set: ${hint}.`);
}

/** A client for the paths below `base`; `hints` says for each status what to do. */
export function client({ base, headers, hints }) {
  const { origin } = new URL(base);

  async function send(method, address, body) {
    const request = {
      method,
      headers: { ...headers, ...(body && { "content-type": "application/json" }) },
      body: body && JSON.stringify(body),
    };
    for (let attempt = 1; ; attempt++) {
      const response = await fetchOrError(address, request);
      if (response.ok) return response;
      if (!isTemporary(response) || attempt === maxAttempts(method)) {
        throw new Error(await errorMessage(method, address, response));
      }
      const seconds = Number(response.headers?.get("retry-after")) || attempt;
      await wait(Math.min(seconds, maxWaitSeconds) * 1000);
    }
  }

  async function errorMessage(method, address, response) {
    const request = `${method} ${new URL(address).pathname}`;
    if (response instanceof Error) {
      const code = response.cause?.code ?? response.name;
      return `${request}: no response from ${origin} (${code}).`;
    }
    const { message, error } = await response.json().catch(() => ({}));
    const details = message ?? error;
    const text = typeof details === "string" ? details : JSON.stringify(details);
    const reason = details ? `: ${text}` : "";
    const hint = hints[response.status] ? ` ${hints[response.status]}` : "";
    return `${request} was refused with ${response.status}${reason}.${hint}`;
  }

  /** The address of a list's next page, if there is one. */
  function nextPage(response, path) {
    const [, next] = /<([^>]*)>;\s*rel="next"/.exec(response.headers.get("link") ?? "") ?? [];
    // The token must not be sent to another host.
    if (next && new URL(next).origin !== origin) {
      throw new Error(`${origin} sends to ${new URL(next).origin} for the next page of ${path}.`);
    }
    return next;
  }

  return {
    call: async (method, path, body) => (await send(method, base + path, body)).json(),
    text: async (path) => (await send("GET", base + path)).text(),
    /** Every page of a list; `itemsOf` takes the items out of a response that wraps them. */
    async all(path, itemsOf = (page) => page) {
      const items = [];
      let address = `${base}${path}${path.includes("?") ? "&" : "?"}per_page=100`;
      while (address) {
        const response = await send("GET", address);
        items.push(...itemsOf(await response.json()));
        address = nextPage(response, path);
      }
      return items;
    },
  };
}

const fetchOrError = (address, request) =>
  fetch(address, { ...request, signal: AbortSignal.timeout(timeoutMs) }).catch((error) => error);

const isTemporary = (response) =>
  response instanceof Error || response.status === 429 || response.status >= 500;

import { type Connection, connectTo } from "../tenant/connect";
import type { RecordedExchange } from "./recording";

export interface Replay extends Connection {
  /** The bodies of the requests so far, or undefined for a request without one. */
  bodies: unknown[];
  /** The exchanges that have not been requested yet. */
  pending: RecordedExchange[];
}

/**
 * A server that answers the requests of a recording in their order, until the test ends. It rejects any
 * other request. Where the recorded request has no query, that of the request is not compared.
 */
export async function replay(exchanges: RecordedExchange[]): Promise<Replay> {
  const pending = [...exchanges];
  const bodies: unknown[] = [];
  const connection = await connectTo(({ method, url = "" }, response, body) => {
    const [next] = pending;
    const isNext = next !== undefined && isSameRequest(next, `${method}`, url);
    const answer = isNext ? next.response : refusal(`${method} ${url} is not the next request`);
    if (isNext) {
      pending.shift();
      bodies.push(body === "" ? undefined : JSON.parse(body));
    }
    response.writeHead(answer.status, { "content-type": "application/json; charset=utf-8" });
    response.end(answer.body === undefined ? "" : JSON.stringify(answer.body));
  });
  return { ...connection, bodies, pending };
}

function isSameRequest({ request }: RecordedExchange, method: string, url: string): boolean {
  const compared = request.path.includes("?") ? url : url.replace(/\?.*$/, "");
  return method === request.method && compared === `/api/v2${request.path}`;
}

const refusal = (message: string): RecordedExchange["response"] => ({
  status: 400,
  body: { statusCode: 400, error: "Bad Request", message, errorCode: "not_recorded" },
});

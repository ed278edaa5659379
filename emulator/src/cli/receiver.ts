import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import type { ServerCertificate } from "./commandLine";

/** A DELETE of this path lets a receiver recover. */
export const controlPath = "/_listen";

export interface ReceiverOptions {
  port: number;
  tls: ServerCertificate | undefined;
  /** The bearer token that a request must have, or undefined to accept every request. */
  token: string | undefined;
  /** The status with which the receiver fails, or undefined to accept events. */
  fail: number | undefined;
  print(line: string): void;
}

export interface Receiver {
  url: string;
  /** Makes the receiver fail with a status, or accept events again. */
  fail(status: number | undefined): void;
  close(): Promise<void>;
}

/** Starts a server that receives the events of webhook streams, and prints a line for each. */
export async function startReceiver({ port, tls, ...options }: ReceiverOptions): Promise<Receiver> {
  const state = { ...options };
  const listener = (request: IncomingMessage, response: ServerResponse) => {
    if (request.method === "DELETE" && request.url === controlPath) {
      setFailure(state, undefined);
      response.writeHead(204).end();
      return;
    }
    text(request)
      .then((body) => receive(state, request, body, response))
      // The connection broke before the end of the body, so there's no event and no response to send.
      .catch(() => response.destroy());
  };
  const server = tls ? createTlsServer(tls, listener) : createServer(listener);
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  const { port: listening } = server.address() as AddressInfo;
  return {
    url: `${tls ? "https" : "http"}://127.0.0.1:${listening}`,
    fail: (status) => setFailure(state, status),
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

type State = Pick<ReceiverOptions, "token" | "fail" | "print">;

const printNow = ({ print }: State, line: string) => print(`${new Date().toISOString()}  ${line}`);

function setFailure(state: State, status: number | undefined): void {
  state.fail = status;
  printNow(state, status === undefined ? "accepting events again" : `failing with ${status}`);
}

function receive(
  state: State,
  { method, headers }: IncomingMessage,
  body: string,
  response: ServerResponse,
) {
  const { token, fail: status = 204 } = state;
  const refuse = (refusal: number, error: string) => {
    printNow(state, `${refusal}  rejected: ${error}`);
    response.writeHead(refusal, { "content-type": "application/json" });
    response.end(JSON.stringify({ error }));
  };
  if (method !== "POST") return refuse(405, `the method must be POST, not ${method}`);
  if (token !== undefined && headers.authorization !== `Bearer ${token}`) {
    return refuse(401, "the Authorization header doesn't have the expected token");
  }
  const { id, type } = { ...(parseJson(body) as { id?: unknown; type?: unknown } | undefined) };
  if (!isName(id) || !isName(type)) {
    return refuse(400, "the body isn't a CloudEvent with an id and a type");
  }
  printNow(state, `${status}  ${type}  ${id}`);
  response.writeHead(status).end();
}

/** The parsed text, or undefined if it isn't JSON. */
function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

/** Whether a terminal shows the value as it is. */
const isName = (value: unknown) => /^[\w.-]+$/.test(typeof value === "string" ? value : "");

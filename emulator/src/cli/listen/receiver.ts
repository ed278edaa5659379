import { once } from "node:events";
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import { InvalidInput } from "../../invalidInput";
import type { ServerCertificate } from "../certificateOption";
import { parseJson } from "../json";
import { shortText, visibleText } from "../visibleText";
import { authorizationError, type Credentials } from "./authorization";
import { accepting, type Behaviour, changedBehaviour, nextResponse } from "./behaviour";
import { type CloudEvent, parseCloudEvent } from "./cloudEvent";

/** The route on which a receiver's behaviour is read (GET), changed (PUT) and reset (DELETE). */
export const controlPath = "/_listen";

export interface ReceiverOptions {
  port: number;
  tls: ServerCertificate | undefined;
  /** Undefined: every request is authorized. */
  credentials: Credentials | undefined;
  behaviour: Behaviour;
  /** Prints the content of events as well. */
  showData: boolean;
  print(line: string): void;
}

export interface Receiver {
  url: string;
  close(): Promise<void>;
}

/** Starts a server that receives the events of webhook streams, and prints a line for each. */
export async function startReceiver(options: ReceiverOptions): Promise<Receiver> {
  const listener = receiverOf(options);
  const { tls } = options;
  const server = tls ? createTlsServer(tls, listener) : createServer(listener);
  server.listen(options.port, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `${tls ? "https" : "http"}://127.0.0.1:${port}`,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

interface Outcome {
  status: number;
  /** What the line says about the request besides its status. */
  note: string;
  /** Why the request is refused; the sender gets it. */
  error?: string;
  event?: CloudEvent;
}

function receiverOf(options: ReceiverOptions): RequestListener {
  const { credentials, showData, print } = options;
  let behaviour = options.behaviour;
  /** How often each event came, by id. */
  const timesReceived = new Map<string, number>();

  const printNow = (line: string) => print(`${new Date().toISOString()}  ${line}`);

  function outcomeOf({ method, headers }: IncomingMessage, body: string): Outcome {
    if (method !== "POST") return refused(405, `the method is ${method}, not POST`);
    const error = credentials && authorizationError(headers, credentials);
    if (error !== undefined) return refused(401, error);
    const event = parseCloudEvent(body);
    if ("error" in event) return refused(400, event.error);
    const times = (timesReceived.get(event.id) ?? 0) + 1;
    timesReceived.set(event.id, times);
    const { status, after } = nextResponse(behaviour);
    behaviour = after;
    const again = times > 1 ? `, again (${times} times)` : "";
    return { status, event, note: `${nameOf(event)}${again}` };
  }

  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const outcome = outcomeOf(request, await text(request));
    const { status, note, error, event } = outcome;
    const delayMs = event ? (behaviour.slow ?? 0) : 0;
    printNow(`${status}${delayMs > 0 ? ` in ${delayMs} ms` : ""}  ${note}`);
    if (event && showData) print(visibleText(JSON.stringify(event.data)));
    if (!(await waited(response, delayMs))) {
      printNow(`no response  ${note}: the sender closed the connection`);
      return;
    }
    if (error === undefined) response.writeHead(status).end();
    else sendJson(response, status, { error });
  }

  async function controlled(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const json = await text(request);
      if (request.method === "PUT") behaviour = changedBehaviour(behaviour, parseJson(json));
      if (request.method === "DELETE") behaviour = accepting;
      if (request.method !== "GET") printNow(`changed to ${JSON.stringify(behaviour)}`);
      sendJson(response, 200, behaviour);
    } catch (error) {
      if (!(error instanceof InvalidInput)) throw error;
      sendJson(response, 400, { error: error.message });
    }
  }

  return (request, response) => {
    const handle = request.url === controlPath ? controlled : receive;
    // The connection broke before the end of the body: there is no event, and no response to send.
    handle(request, response).catch(() => response.destroy());
  };
}

const refused = (status: number, error: string): Outcome => ({
  status,
  note: `refused: ${error}`,
  error,
});

const nameOf = ({ type, id }: CloudEvent) => `${shortText(type)}  ${shortText(id)}`;

/** Whether the sender still waits for the response after the delay. */
async function waited(response: ServerResponse, milliseconds: number): Promise<boolean> {
  if (milliseconds === 0) return true;
  const closed = new AbortController();
  response.once("close", () => closed.abort());
  return wait(milliseconds, true, { signal: closed.signal }).catch(() => false);
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

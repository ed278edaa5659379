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
import { hostsOf, refuseWebPage } from "../../http/webPages";
import type { ServerCertificate } from "../certificateOption";
import { parseJson } from "../commandLine";

/** The route that lets a receiver fail (PUT) and recover (DELETE). */
export const controlPath = "/_listen";

/** The statuses with which a receiver can fail. */
export const failureRange = { minimum: 300, maximum: 599 };

export interface ReceiverOptions {
  port: number;
  tls: ServerCertificate | undefined;
  /** The bearer token that a request must have. Undefined: every request is authorized. */
  token: string | undefined;
  /** The status with which it fails. Undefined: it accepts events. */
  fail: number | undefined;
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

function receiverOf({ token, fail: initialFail, print }: ReceiverOptions): RequestListener {
  let fail = initialFail;
  const printNow = (line: string) => print(`${new Date().toISOString()}  ${line}`);

  function receive({ method, headers }: IncomingMessage, body: string, response: ServerResponse) {
    const refuse = (status: number, error: string) => {
      printNow(`${status}  refused: ${error}`);
      sendJson(response, status, { error });
    };
    if (method !== "POST") return refuse(405, `the method is ${method}, not POST`);
    if (token !== undefined && headers.authorization !== `Bearer ${token}`) {
      return refuse(401, "the header Authorization does not have the expected token");
    }
    const { id, type } = { ...(parseJson(body) as { id?: unknown; type?: unknown } | undefined) };
    if (typeof id !== "string" || typeof type !== "string") {
      return refuse(400, "the body is no CloudEvent with an id and a type");
    }
    const status = fail ?? 204;
    printNow(`${status}  ${visibleText(`${type}  ${id}`)}`);
    response.writeHead(status).end();
  }

  function control({ method }: IncomingMessage, body: string, response: ServerResponse) {
    if (method !== "PUT" && method !== "DELETE") {
      return sendJson(response, 405, { error: `the method is ${method}, not PUT or DELETE` });
    }
    if (method === "PUT") {
      const { fail: status } = { ...(parseJson(body) as { fail?: unknown } | undefined) };
      if (!isFailure(status)) {
        const error = 'the body must be as in {"fail": 503}, with a number from 300 to 599';
        return sendJson(response, 400, { error });
      }
      fail = status;
    } else {
      fail = undefined;
    }
    printNow(fail === undefined ? "accepts events again" : `fails with ${fail}`);
    response.writeHead(204).end();
  }

  return (request, response) => {
    if (refuseWebPage(request, response, hostsOf([], request.socket.localPort ?? 0))) return;
    const handle = request.url === controlPath ? control : receive;
    text(request)
      .then((body) => handle(request, body, response))
      // The connection broke before the end of the body: there is no event, and no response to send.
      .catch(() => response.destroy());
  };
}

const isFailure = (status: unknown): status is number =>
  Number.isInteger(status) &&
  Number(status) >= failureRange.minimum &&
  Number(status) <= failureRange.maximum;

function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

// Control and format characters, separators of lines, and halves of pairs.
const invisible = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** A text from outside on one line: each invisible character as an escape. */
const visibleText = (outside: string): string =>
  outside.replace(invisible, (character) => {
    const hex = (character.codePointAt(0) ?? 0).toString(16);
    return `\\u{${hex}}`;
  });

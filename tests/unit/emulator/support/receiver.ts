import type { IncomingHttpHeaders, ServerResponse } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo, Socket } from "node:net";
import { afterEach } from "@jest/globals";
import { selfSigned } from "../../../../tools/certificate";

/** A request that a receiver got. */
export interface Received {
  method: string | undefined;
  path: string | undefined;
  headers: IncomingHttpHeaders;
  // biome-ignore lint/suspicious/noExplicitAny: a test knows which event it raised
  event: any;
}

export interface Receiver {
  /** `https://127.0.0.1:PORT/hook` */
  endpoint: string;
  received: Received[];
  close(): Promise<void>;
}

/** Responds to a request with a status, or by a function. */
export type Answer = number | ((response: ServerResponse) => void);

const started: Receiver[] = [];

afterEach(async () => {
  await Promise.all(started.splice(0).map((receiver) => receiver.close()));
});

let created: { key: string; cert: string } | undefined;

/** The certificate of all receivers. */
export function certificate() {
  created ??= selfSigned();
  return created;
}

/** The TCP connections of all receivers by the client's port, because TLS sockets cannot be reset. */
const connections = new Map<number | undefined, Socket>();

export const reset = ({ socket }: ServerResponse) =>
  connections.get(socket?.remotePort)?.resetAndDestroy();

/** Starts a receiver of webhooks, which closes with the test. */
export async function startReceiver(
  answer: (received: Received, index: number) => Answer = () => 204,
): Promise<Receiver> {
  const received: Received[] = [];
  const server = createServer(certificate());
  server.on("connection", (socket: Socket) => connections.set(socket.remotePort, socket));
  server.on("request", (request, response) => {
    let text = "";
    request.setEncoding("utf8").on("data", (chunk: string) => {
      text += chunk;
    });
    request.on("end", () => {
      const { method, url: path, headers } = request;
      const index = received.push({ method, path, headers, event: JSON.parse(text) }) - 1;
      const chosen = answer(received[index] as Received, index);
      if (typeof chosen === "number") response.writeHead(chosen).end();
      else chosen(response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const receiver = {
    endpoint: `https://127.0.0.1:${port}/hook`,
    received,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  started.push(receiver);
  return receiver;
}

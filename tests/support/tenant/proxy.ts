import type { AddressInfo } from "node:net";
import { createServer, connect as open, type Socket } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import { afterEach } from "@jest/globals";

const closing: (() => void)[] = [];

afterEach(() => {
  for (const close of closing.splice(0)) close();
});

export interface Proxy {
  /** `127.0.0.1:PORT` */
  host: string;
  /** The first line of every request. Any request except a CONNECT is a client's mistake. */
  asked: string[];
  /** Every byte that clients sent, including those in tunnels. */
  heard(): string;
}

export interface ProxyOptions {
  /** The local port that every tunnel leads to, for any host. */
  to?: number;
  /** `user:password`, if the proxy requires a login. */
  login?: string;
  /** A certificate in PEM. If given, clients reach the proxy over TLS. */
  tls?: { key: string; cert: string };
  /** The parts of a rejection that is sent instead of opening a tunnel. */
  answer?: string[];
}

/** Starts an HTTP proxy until the test ends. It opens tunnels, and forwards no plain requests. */
export async function startProxy(options: ProxyOptions = {}): Promise<Proxy> {
  const { to, login, tls, answer } = options;
  const asked: string[] = [];
  const bytes: Buffer[] = [];
  const sockets = new Set<Socket>();
  const keep = (socket: Socket) => {
    sockets.add(socket);
    // Either side can end a tunnel, and tests end at any time.
    socket.on("error", () => socket.destroy());
    return socket;
  };
  const wanted = login && `proxy-authorization: basic ${Buffer.from(login).toString("base64")}`;
  const serve = (client: Socket) => {
    let head = "";
    keep(client).on("data", (part) => bytes.push(part));
    client.on("data", function read(part: Buffer) {
      head += part.toString("latin1");
      if (!head.includes("\r\n\r\n")) return;
      client.off("data", read);
      asked.push(head.split("\r\n", 1)[0] ?? "");
      const isAuthorized =
        !wanted || head.toLowerCase().includes(`\r\n${wanted.toLowerCase()}\r\n`);
      if (answer) return sendInParts(client, answer);
      if (!isAuthorized)
        return sendInParts(client, ["HTTP/1.1 407 No\r\nContent-Length: 0\r\n\r\n"]);
      if (to === undefined || !head.startsWith("CONNECT ")) return client.destroy();
      const server = keep(open(to, "127.0.0.1"));
      client.write("HTTP/1.1 200 Connection established\r\n\r\n");
      client.pipe(server).pipe(client);
    });
  };
  const server = tls ? createTlsServer(tls, serve) : createServer(serve);
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  closing.push(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    heard: () => Buffer.concat(bytes).toString("latin1"),
  };
}

/** Sends each part in a separate packet. */
function sendInParts(client: Socket, [part, ...rest]: string[]): void {
  if (part === undefined) return void client.end();
  client.write(part, () => setTimeout(() => sendInParts(client, rest), 20));
}

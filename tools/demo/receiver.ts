import { once } from "node:events";
import { request } from "node:https";
import { text } from "node:stream/consumers";
import { controlPath, startReceiver } from "../../emulator/src/cli/listen/receiver";
import { selfSigned } from "../../emulator/src/http/certificate";

const certificate = selfSigned();

/** What a tenant needs to trust the receiver. */
export const ca = certificate.cert;

export interface DemoReceiver {
  url: string;
  /** Lets it fail with a status, or accept events again. */
  fail(status: number | undefined): Promise<void>;
  close(): Promise<void>;
}

/** Starts a receiver that requires this bearer token, and prints a line for each request. */
export async function demoReceiver(token: string): Promise<DemoReceiver> {
  const { url, close } = await startReceiver({
    port: 0,
    tls: certificate,
    token,
    fail: undefined,
    // Without the time.
    print: (line) => console.log(`   the receiver: ${line.replace(/^\S+ +/, "")}`),
  });
  return {
    url,
    close,
    async fail(status) {
      const method = status === undefined ? "DELETE" : "PUT";
      const change = request(`${url}${controlPath}`, { method, ca });
      change.end(status === undefined ? undefined : JSON.stringify({ fail: status }));
      const [response] = await once(change, "response");
      await text(response);
    },
  };
}

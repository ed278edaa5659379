import { once } from "node:events";
import { request } from "node:https";
import { text } from "node:stream/consumers";
import { accepting } from "../../emulator/src/cli/listen/behaviour";
import { controlPath, startReceiver } from "../../emulator/src/cli/listen/receiver";
import { selfSigned } from "../../emulator/src/http/certificate";

const certificate = selfSigned();

/** What a tenant needs to trust the receiver. */
export const ca = certificate.cert;

export interface DemoReceiver {
  url: string;
  /** Changes how it responds: `{ fail: 503 }`, or `{ fail: null }` to accept events again. */
  set(behaviour: { fail: number | null }): Promise<void>;
  close(): Promise<void>;
}

/** Starts a receiver that requires this bearer token, and prints a line for each request. */
export async function demoReceiver(token: string): Promise<DemoReceiver> {
  const { url, close } = await startReceiver({
    port: 0,
    tls: certificate,
    credentials: { method: "bearer", token },
    behaviour: accepting,
    showData: false,
    // Without the time.
    print: (line) => console.log(`   the receiver: ${line.replace(/^\S+ +/, "")}`),
  });
  return {
    url,
    close,
    async set(behaviour) {
      const put = request(`${url}${controlPath}`, { method: "PUT", ca });
      put.end(JSON.stringify(behaviour));
      const [response] = await once(put, "response");
      await text(response);
    },
  };
}

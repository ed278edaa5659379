import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test } from "@jest/globals";
import type { Browser, Page } from "playwright-core";
import { startTenant, type Tenant } from "../../emulator/src";
import { type Receiver, startReceiver } from "../../emulator/src/cli/listen/receiver";
import { startBrowser } from "../support/drift/browser";
import { patienceMs } from "../support/jest/patience.cjs";

/** The server of an attacker's page, whose name resolves to this machine, as after a DNS rebinding. */
const attacker = createServer((_request, response) => {
  response.writeHead(200, { "content-type": "text/html" }).end("<iframe name=inside></iframe>");
});
const evil = (server: string) => `http://evil.example:${new URL(server).port}/`;

const clientSecret = "canary-client-secret";
const printed: string[] = [];
let browser: Browser;
let tab: Page;
let tenant: Tenant;
let receiver: Receiver;
/** The statuses that the two servers have sent to the browser. */
let statuses: number[];

beforeAll(async () => {
  browser = await startBrowser("--host-resolver-rules=MAP evil.example 127.0.0.1");
  tab = await browser.newPage();
  tab.setDefaultTimeout(patienceMs);
  attacker.listen(0, "127.0.0.1");
  await once(attacker, "listening");
  tenant = await startTenant({ clientSecret, faults: [{ kind: "drop" }] });
  const print = (line: string) => printed.push(line);
  receiver = await startReceiver({ port: 0, tls: undefined, token: undefined, fail: 503, print });
  const body = new URLSearchParams({ client_secret: clientSecret });
  await fetch(`${tenant.url}/oauth/token`, { method: "POST", body });
});

beforeEach(() => {
  statuses = [];
  tab.removeAllListeners("response");
  const ports = [tenant.url, receiver.url].map((url) => new URL(url).port);
  tab.on("response", (response) => {
    if (ports.includes(new URL(response.url()).port)) statuses.push(response.status());
  });
});

afterAll(async () => {
  await browser?.close();
  await tenant?.close();
  await receiver?.close();
  attacker.close();
});

/** What a fetch of the page returned: its text, or its error. */
const fetched = (url: string, options: object = {}) =>
  tab.evaluate<string>(
    `fetch(${JSON.stringify(url)}, ${JSON.stringify(options)}).then((got) => got.text(), String)`,
  );

function expectUnchanged() {
  expect(new Set(statuses)).toEqual(new Set([403]));
  expect(tenant.requests.map((request) => request.body)).toEqual([{ client_secret: clientSecret }]);
  expect(tenant.faults).toEqual([{ kind: "drop" }]);
  expect(printed).toEqual([]);
}

test("a page of another origin reads and changes nothing", async () => {
  await tab.goto(`http://evil.example:${(attacker.address() as AddressInfo).port}/`);
  const credentials = `grant_type=client_credentials&client_secret=${clientSecret}`;
  const form = { "content-type": "application/x-www-form-urlencoded" };
  const blocked = "TypeError: Failed to fetch";
  for (const mode of ["cors", "no-cors"]) {
    const read = mode === "cors" ? blocked : "";
    const post = { mode, method: "POST", body: credentials, headers: form };
    expect(await fetched(`${tenant.url}/_emulator/requests`, { mode })).toBe(read);
    expect(await fetched(`${tenant.url}/_emulator/deliveries-done`, post)).toBe(read);
    expect(await fetched(`${tenant.url}/oauth/token`, post)).toBe(read);
    expect(await fetched(receiver.url, post)).toBe(read);
  }
  expect(await fetched(`${tenant.url}/_emulator/requests`, { method: "DELETE" })).toBe(blocked);
  expect(await fetched(`${receiver.url}/_listen`, { method: "DELETE" })).toBe(blocked);
  const answered = tab.waitForResponse(`${tenant.url}/oauth/token`);
  await tab.evaluate(`document.body.insertAdjacentHTML("beforeend",
    '<form method=post target=inside action="${tenant.url}/oauth/token"><input name=a></form>');
    document.forms[0].submit()`);
  expect((await answered).status()).toBe(403);
  expectUnchanged();
});

test("a page whose name is made to resolve to the machine reads and changes nothing", async () => {
  for (const [server, changes] of [
    [tenant.url, { "_emulator/requests": "DELETE", "_emulator/faults": "DELETE" }],
    [receiver.url, { _listen: "DELETE" }],
  ] as const) {
    const page = await tab.goto(`${evil(server)}_emulator/requests`);
    const texts = [await page?.text()];
    for (const [path, method] of Object.entries(changes)) {
      texts.push(await fetched(`/${path}`, { method }), await fetched(`/${path}`));
    }
    for (const text of texts) {
      expect(text).toContain(`Host is \\"${new URL(evil(server)).host}\\", which is none of`);
      expect(text).not.toContain(clientSecret);
    }
  }
  expectUnchanged();
});

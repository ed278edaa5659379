import type { ServerResponse } from "node:http";
import { expect, jest, test } from "@jest/globals";
import { type DeliveryOptions, startTenant } from "../../../../emulator/src";
import { selfSigned } from "../../../../tools/certificate";
import { until } from "../../../support/clock/until";
import { listed, startQuick, webhookStream } from "../support/deliveries";
import { type Answer, certificate, reset, startReceiver } from "../support/receiver";
import { basic, call } from "../support/tenant";

/** The messages of the attempts to deliver one event to this endpoint. */
async function messages(endpoint: string, delivery: DeliveryOptions = {}): Promise<unknown[]> {
  const tenant = await startQuick({ delivery });
  const id = await webhookStream(tenant, endpoint);
  tenant.raise("user.created");
  await tenant.deliveriesDone();
  const [failed] = await listed(tenant, id);
  return (failed?.attempts ?? []).map(({ error_message }) => error_message);
}

const once = { retryDelaysMs: [] };

test.each<[string, Answer, string]>([
  ["a redirect, which it does not follow", 307, "307 Temporary Redirect"],
  ["a client error", 401, "401 Unauthorized"],
  ["a status without a name", 599, "599"],
  ["a reset connection", reset, "read ECONNRESET"],
  ["a closed connection", (response) => response.destroy(), "socket hang up"],
  ["no HTTP", (response) => response.socket?.end("SSH-2.0-OpenSSH\r\n"), "Parse Error"],
  ["an upgrade", (response) => response.writeHead(101).end(), "101 Switching Protocols"],
])("%s is a failure", async (_name, answer, reason) => {
  const receiver = await startReceiver(() => answer);
  const [message] = await messages(receiver.endpoint, once);
  expect(message).toContain(`Post "${receiver.endpoint}": ${reason}`);
  expect(receiver.received).toHaveLength(1);
});

test("no response in time is a failure", async () => {
  const timers = jest.spyOn(globalThis, "setTimeout");
  const receiver = await startReceiver(() => () => {
    for (const [expire, ms] of timers.mock.calls) if (ms === 12_345) expire();
  });
  const delivery = { ...once, timeoutMs: 12_345 };
  expect(await messages(receiver.endpoint, delivery)).toEqual([
    `Post "${receiver.endpoint}": no response within 12345 ms`,
  ]);
  timers.mockRestore();
});

test("a response whose body never ends counts by its status", async () => {
  const receiver = await startReceiver(() => (response) => response.writeHead(202).write("x"));
  expect(await messages(receiver.endpoint, once)).toEqual([]);
  expect(receiver.received).toHaveLength(1);
});

test("an unreachable receiver is a failure of each attempt", async () => {
  const receiver = await startReceiver();
  await receiver.close();
  const all = await messages(receiver.endpoint);
  expect(all).toHaveLength(4);
  expect(all[0]).toMatch(/^Post ".*": connect ECONNREFUSED 127\.0\.0\.1:\d+$/);
});

test.each([[[400]], [[499]], [[503, 307, 404]]])(
  "a 4xx fails the delivery without a retry: %j",
  async (statuses) => {
    const receiver = await startReceiver((_received, index) => statuses[index] ?? 200);
    expect(await messages(receiver.endpoint)).toHaveLength(statuses.length);
    expect(receiver.received).toHaveLength(statuses.length);
  },
);

test("a message has no credentials or query of the endpoint, and shortens a long path", async () => {
  const receiver = await startReceiver(() => 500);
  const { origin, host } = new URL(receiver.endpoint);
  const long = `https://jane:s3cret@${host}/${"p".repeat(60)}?token=s3cret`;
  const shown = `${origin}/${"p".repeat(60)}`.slice(0, 44);
  expect(await messages(long, once)).toEqual([`Post "${shown} ...": 500 Internal Server Error`]);
});

test("a secret that no header can contain is a failure, and its message omits the secret", async () => {
  const receiver = await startReceiver();
  const tenant = await startQuick({ delivery: once });
  const authorization = { method: "bearer", token: "s3\ncret" };
  const id = await webhookStream(tenant, receiver.endpoint, authorization);
  tenant.raise("user.created");
  await tenant.deliveriesDone();
  expect((await listed(tenant, id))[0]?.attempts).toMatchObject([
    { error_message: "The endpoint isn't an https URL, or the authorization isn't an HTTP header" },
  ]);
});

test("a receiver with a private CA is trusted only with delivery.ca", async () => {
  const receiver = await startReceiver();
  expect(await messages(receiver.endpoint, { ...once, ca: selfSigned().cert })).toEqual([
    `Post "${receiver.endpoint}": self-signed certificate`,
  ]);
  expect(receiver.received).toEqual([]);
  expect(await messages(receiver.endpoint, { ...once, ca: certificate().cert })).toEqual([]);
  await expect(startTenant({ delivery: { ca: "none" } })).rejects.toThrow(
    "delivery.ca must be certificates in PEM.",
  );
});

test("closing the tenant ends running attempts without waiting", async () => {
  const tenant = await startQuick({ delivery: { retryDelaysMs: [60_000] } });
  const receiver = await startReceiver((_received, index) => (index === 0 ? 500 : () => {}));
  await webhookStream(tenant, receiver.endpoint);
  tenant.raise("user.created");
  tenant.raise("user.created");
  const done = tenant.deliveriesDone();
  await until(() => receiver.received.length === 2);
  await tenant.close();
  await done;
  tenant.raise("user.created");
  await tenant.deliveriesDone();
  expect(receiver.received).toHaveLength(2);
});

test("deleting a stream ends only its attempts", async () => {
  const tenant = await startQuick();
  const receiver = await startReceiver(() => () => {});
  const other = await startReceiver();
  const id = await webhookStream(tenant, receiver.endpoint);
  const kept = await webhookStream(tenant, other.endpoint);
  tenant.raise("user.created");
  await until(() => receiver.received.length === 1);
  await call(tenant, `DELETE /event-streams/${id}`);
  await tenant.deliveriesDone();
  expect(receiver.received).toHaveLength(1);
  expect([other.received.length, await listed(tenant, kept)]).toEqual([1, []]);
});

test("a stream has at most ten concurrent requests", async () => {
  const tenant = await startQuick();
  const open: ServerResponse[] = [];
  const receiver = await startReceiver(() => (response) => open.push(response));
  const other = await startReceiver();
  const id = await webhookStream(tenant, receiver.endpoint);
  const subscriptions = [{ event_type: "user.deleted" }];
  await webhookStream(tenant, other.endpoint, basic, { subscriptions });
  for (let index = 0; index < 30; index++) tenant.raise("user.created");
  await until(() => open.length >= 10);
  // An eleventh request would arrive before the one to the other receiver, which starts later.
  tenant.raise("user.deleted");
  await until(() => other.received.length === 1);
  expect(open).toHaveLength(10);
  for (let index = 0; index < 30; index++) {
    await until(() => open.length > 0);
    open.shift()?.writeHead(200).end();
  }
  await tenant.deliveriesDone();
  expect(await listed(tenant, id)).toEqual([]);
});

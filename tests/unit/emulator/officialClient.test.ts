import { symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "@jest/globals";
import { type Management, ManagementClient } from "auth0";
import ts from "typescript";
import type { Tenant } from "../../../emulator/src";
import { eventTypes, sampleObjects } from "../../../emulator/src/delivery/sampleData";
import { removeTemporaryFolders, root, temporaryFolder } from "../../support/project";
import { compile, optionsOf, quickstart } from "../../types/compile";
import { startQuick, webhookStream } from "./support/deliveries";
import { startReceiver } from "./support/receiver";
import { policy, start, stream, webhook } from "./support/tenant";

/** Auth0's client for Node. It always uses https, but test tenants use http. */
function clientOf({ domain, environment }: Tenant): ManagementClient {
  return new ManagementClient({
    domain,
    clientId: environment.AUTH0_CLIENT_ID ?? "",
    clientSecret: environment.AUTH0_CLIENT_SECRET ?? "",
    maxRetries: 0,
    fetch: (url, init) => fetch(String(url).replace("https:", "http:"), init),
  });
}

/** The client's types leave out the secrets of webhooks. */
const newStream = (changes: object = {}) => stream(changes) as Management.EventStreamsCreateRequest;

const all = async <Item>(pages: Promise<AsyncIterable<Item>>) => {
  const items: Item[] = [];
  for await (const item of await pages) items.push(item);
  return items;
};

const subscriptions = [{ event_type: "user.created" }];

test("the official client manages a stream", async () => {
  const { eventStreams } = clientOf(await start());
  const destination = webhook({ method: "bearer", token: "s3cret" });
  const { webhook_endpoint } = destination.configuration;
  const configuration = { webhook_endpoint, webhook_authorization: { method: "bearer" } };
  const object = {
    id: expect.stringMatching(/^est_\w{22}$/),
    name: "crm",
    status: "enabled",
    subscriptions,
    destination: { type: "webhook", configuration },
    created_at: expect.any(String),
    updated_at: expect.any(String),
  };
  const created = await eventStreams.create(newStream({ destination }));
  expect(created).toEqual(object);
  const id = created.id ?? "";
  expect(await eventStreams.get(id)).toEqual(created);
  expect(await eventStreams.update(id)).toEqual(object);
  const update = { name: "sales", status: "disabled", destination } as object;
  expect(await eventStreams.update(id, update)).toEqual({
    ...object,
    name: "sales",
    status: "disabled",
  });
  await eventStreams.delete(id);
  await expect(eventStreams.get(id)).rejects.toMatchObject({ statusCode: 404 });
});

test("the official client lists streams and policies by pages, and the deliveries of a stream", async () => {
  const tenant = await start();
  const { eventStreams, rateLimitPolicies } = clientOf(tenant);
  const names = ["a", "b", "c", "d", "e"];
  for (const name of names) {
    await eventStreams.create(newStream({ name }));
    await rateLimitPolicies.create({
      ...(policy() as Management.CreateRateLimitPolicyRequestContent),
      consumer_selector: `client_id:${name}`,
    });
  }
  tenant.clearRequests();
  const streams = await all(eventStreams.list({ take: 2 }));
  expect(streams.map(({ name }) => name)).toEqual(names);
  const policies = await all(rateLimitPolicies.list({ take: 2, consumer: "client" }));
  expect(policies.map(({ consumer_selector }) => consumer_selector.slice(-1))).toEqual(names);
  const { deliveries } = eventStreams;
  const id = streams[0]?.id ?? "";
  tenant.addDeliveries(id, 5);
  expect((await all(deliveries.list(id, { take: 2 }))).map((one) => one.id)).toHaveLength(5);
  // There are two pages of two, one of one, and an empty one, because each page has a cursor.
  expect(tenant.apiRequests().map((one) => one.split("/").at(-1))).toEqual([
    ...Array(3).fill("event-streams"),
    ...Array(3).fill("rate-limit-policies"),
    ...Array(4).fill("deliveries"),
  ]);
  const filter = { statuses: "failed", event_types: "user.created", take: 1 };
  const failed = await all(deliveries.list(id, filter));
  expect(failed.map(({ status }) => status)).toEqual(["failed", "failed"]);
});

test("the official client sends a test event, and redelivers one delivery or all that failed", async () => {
  const receiver = await startReceiver(() => 503);
  const tenant = await startQuick();
  const { eventStreams } = clientOf(tenant);
  const { deliveries, redeliveries } = eventStreams;
  const id = await webhookStream(tenant, receiver.endpoint);
  const data = { object: { user_id: "auth0|7" } };
  const sent = await eventStreams.test(id, { event_type: "user.created", data });
  expect(sent).toMatchObject({ event_stream_id: id, event_type: "user.created", attempts: [] });
  await tenant.deliveriesDone();
  const failed = await deliveries.getHistory(id, sent.id);
  expect(failed).toMatchObject({ id: sent.id, status: "failed", event: { data } });
  expect(failed.attempts).toHaveLength(4);

  const one = redeliveries.createById(id, sent.id);
  expect((await one.withRawResponse()).rawResponse.status).toBe(202);
  await expect(redeliveries.createById(id, sent.id)).rejects.toMatchObject({ statusCode: 409 });
  await tenant.deliveriesDone();
  const filter: Management.CreateEventStreamRedeliveryRequestContent = {
    statuses: ["failed"],
    event_types: ["user.created"],
    date_from: "2026-01-01T00:00:00Z",
  };
  expect(await redeliveries.create(id, filter)).toEqual(filter);
  await tenant.deliveriesDone();
  expect(receiver.received.map(({ event }) => event.data)).toEqual(Array(12).fill(data));
});

describe("officialTypes", () => {
  afterAll(removeTemporaryFolders);

  /** Compiles values as those of the official client's types. Returns the errors as `line: code text`. */
  function errorsOf(values: [type: string, value: unknown][]): string[] {
    const folder = temporaryFolder();
    symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
    const file = join(folder, "values.ts");
    const lines = values.map(
      ([type, value], index) =>
        `export const value${index}: Management.${type} = ${JSON.stringify(value)};`,
    );
    writeFileSync(file, ['import type { Management } from "auth0";', ...lines].join("\n"));
    const { errors } = compile(ts, [file], optionsOf(ts, quickstart));
    return Object.values(errors)
      .flat()
      .map(({ line, code, underlined }) => `${values[line - 2]?.[0]}: ${code} ${underlined}`);
  }

  test("sample events have the official client's types", () => {
    const name = (type: string) =>
      type
        .replace("organization", "org")
        .replace(/(?:^|\.)(.)/g, (_match, letter: string) => letter.toUpperCase());
    const values = eventTypes.map((type): [string, unknown] => [
      `EventStreamCloudEvent${name(type)}Object`,
      sampleObjects[type],
    ]);
    expect(errorsOf(values)).toEqual([]);
  });
});

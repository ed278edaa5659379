import { symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { type Management, ManagementClient } from "auth0";
import ts from "typescript";
import type { Tenant } from "../../../emulator/src";
import { eventTypes, sampleObjects } from "../../../emulator/src/delivery/sampleData";
import { removeTemporaryFolders, root, temporaryFolder } from "../../support/project";
import { compile, optionsOf, quickstart } from "../../types/compile";
import { startQuick, webhookStream } from "./support/deliveries";
import { startReceiver } from "./support/receiver";

afterAll(removeTemporaryFolders);

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

test("the official client sends a test event, lists it, and redelivers one delivery or all that failed", async () => {
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
  const { data: listed } = await deliveries.list(id, { statuses: "failed" });
  expect(listed.map((one) => one.id)).toEqual([sent.id]);

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

test("sample events have the official client's types", () => {
  const folder = temporaryFolder();
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  const file = join(folder, "values.ts");
  const name = (type: string) =>
    type
      .replace("organization", "org")
      .replace(/(?:^|\.)(.)/g, (_match, letter: string) => letter.toUpperCase());
  const values = eventTypes.map(
    (type, index) =>
      `export const value${index}: Management.EventStreamCloudEvent${name(type)}Object = ${JSON.stringify(sampleObjects[type])};`,
  );
  writeFileSync(file, ['import type { Management } from "auth0";', ...values].join("\n"));
  expect(compile(ts, [file], optionsOf(ts, quickstart)).errors).toEqual({});
});

import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "@jest/globals";
import { type Fault, startTenant, type Tenant } from "../../emulator/src";
import { removeTemporaryFolders, root, run, temporaryFolder } from "../support/project";
import { store } from "../support/tenant/objects";
import { authorizations, webhook } from "../support/values/eventStream";
import { jsonCopy } from "../support/values/inputs";
import { kindNamed } from "../support/values/kinds";
import { leaksIn } from "../support/values/leaks";

/** Data that people and other systems put into an event. */
const content = {
  email: "canary-content-person@example.com",
  password: "canary-content-password",
  "canary-content-key": { access_token: "canary-content-token", nested: ["canary-content-item"] },
};
/** The user in the tenant's test events. */
const sampleUser = ["jane.doe@example.com", "Jane Doe"];

const streamId = "est_0123456789012345678901";
const clientSecret = "canary-secret-of-the-client";
const deliveryId = `evt_${"x".repeat(22)}`;
const listRoute = "GET /event-streams/{id}/deliveries";

const folder = temporaryFolder();
let tenant: Tenant;

beforeAll(async () => {
  tenant = await startTenant({ clientSecret, delivery: { retryDelaysMs: [1] } });
  store(tenant, kindNamed("EventStream"), streamId, {
    name: "crm",
    subscriptions: [{ eventType: "user.created" }],
    // No server listens on this port, so every attempt fails.
    destination: jsonCopy(webhook(authorizations.bearer, "https://127.0.0.1:1/")),
  });
  tenant.raise("user.created", content);
  await tenant.deliveriesDone();
  const [delivery] = tenant.addDeliveries(streamId, [
    { id: deliveryId, status: "failed", event: { data: "canary-content-text" } },
  ]);
  // Auth0's documentation has none of these properties.
  const unknown = { payload: content, "canary-content-property": "canary-content-value" };
  Object.assign(delivery ?? {}, unknown);
  Object.assign(delivery?.event ?? {}, { subject: "canary-content-subject" });
});

beforeEach(() => {
  const stream = tenant.streams.get(streamId);
  if (stream) stream.status = "enabled";
  tenant.clearFaults();
});

afterAll(async () => {
  await tenant.close();
  removeTemporaryFolders();
});

function deliveries(...args: string[]) {
  const own = { PATH: process.env.PATH, HOME: folder, TMPDIR: folder, AUTH0_MAX_RETRIES: "0" };
  const words = [join(root, "cli.js"), "deliveries", ...args];
  return run(process.execPath, words, folder, { ...own, ...tenant.environment });
}

/** Canaries, access tokens and the user of test events, as far as a text has them. */
function leaks(text: string): string[] {
  const headers = tenant.requests.map((request) => String(request.headers.authorization ?? ""));
  const tokens = new Set(headers.map((header) => header.replace("Bearer ", "")).filter(Boolean));
  return leaksIn(text, [...tokens, ...sampleUser]);
}

test.each<[string, string[], number, RegExp]>([
  ["a redelivery that nobody confirms", ["redeliver", "crm"], 2, /Pass --yes to send/],
  ["a redelivery that fails again", ["redeliver", "crm", "--yes"], 0, /2 of 2 deliveries/],
])("%s shows no event content and no secret", async (_what, args, code, text) => {
  await tenant.deliveriesDone();
  const result = await deliveries(...args);
  expect(result.text).toMatch(text);
  expect([result.code, leaks(result.text)]).toEqual([code, []]);
});

const page = { deliveries: [{ id: 1, event: { data: content } }] };

test.each<[string, string[], Fault]>([
  ["a page that is cut off", ["list", "crm", "--json"], { kind: "truncated", when: "after" }],
  ["a gateway's error with a page", ["list", "crm"], { kind: "status", status: 502, body: page }],
  [
    "text instead of a page",
    ["redeliver", "crm", "--yes"],
    { kind: "status", status: 200, body: String(content.email) },
  ],
])("the error about %s shows no event content and no secret", async (_what, args, fault) => {
  tenant.addFault({ route: listRoute, times: 0, ...fault });
  const result = await deliveries(...args);
  expect(result.code).toBe(1);
  expect(result.text).toMatch(/^error: /m);
  expect(leaks(result.text)).toEqual([]);
});

import { describe, expect, test } from "@jest/globals";
import type { CannedResponse } from "../../../../emulator/src";
import {
  type HookedStream,
  keepFailedDeliveries,
  testDelivery,
} from "../../../../provider/deliveries/streamHooks";
import { type Connection, connect } from "../../../support/tenant/connect";
import { addStream, streamIdOf } from "../../../support/tenant/many";
import { canaries } from "../../../support/values/eventStream";
import { leaksIn } from "../../../support/values/leaks";

const id = streamIdOf(1);
const eventType = "user.created";
const event = { eventType, data: { email: "canary-of-the-event" } };

/** A tenant with a stream, and the stream in the form that hooks get. */
async function start(): Promise<Connection & { stream: HookedStream }> {
  const connection = await connect();
  addStream(connection.server, id, "crm");
  const tenant = connection.settings.domain;
  return { ...connection, stream: { id, tenant, secrets: [canaries.token] } };
}

const messageOf = (result: Promise<unknown>): Promise<string> =>
  result.then(
    () => "none",
    (error: Error) => error.message,
  );

describe("testDelivery", () => {
  const delivery = (status: string, ...messages: string[]) => ({
    id: "evt_0000000000000000000001",
    event_stream_id: id,
    status,
    event_type: eventType,
    attempts: messages.map((error_message) => ({ status: "failed", error_message })),
  });

  const message = "The event does not exist.";
  const gone = { status: 404, body: { statusCode: 404, error: "Not Found", message } };
  const accepted = { status: 202, body: delivery("pending") };

  /** The error of a hook that polls the delivery and gets these responses, the last one repeatedly. */
  async function testedWith(looks: CannedResponse[], sent: CannedResponse = accepted) {
    const { server, api, stream, clock } = await start();
    server.respond = ({ kind, method, path }) => {
      if (kind !== "api") return undefined;
      if (method === "POST") return sent;
      // The list shows whether the stream still exists.
      if (path.endsWith("/deliveries") && looks.at(-1) === gone) return undefined;
      return looks.length > 1 ? looks.shift() : looks[0];
    };
    const message = await messageOf(testDelivery(api, stream, event, 15, clock));
    return { message, slept: clock.slept, server };
  }

  test("sends the data unchanged, and shows none of it if Auth0 rejects the event", async () => {
    const refusal = { status: 400, body: { message: "No canary-of-the-event" } };
    const { message, server } = await testedWith([], refusal);
    expect(server.requests.at(-1)?.body).toEqual({ event_type: eventType, data: event.data });
    expect(message).toContain("400: No [secret].\nCheck the data, and that the stream is enabled,");
  });

  test("sends the event once, even if the response is lost", async () => {
    const { message, server } = await testedWith([], { status: 504 });
    expect(server.apiRequests()).toHaveLength(1);
    expect(message).toContain(
      "Run `npx --no-install pulumi-auth0-native deliveries list` before you send it",
    );
  });

  const [pending, failed] = [{ body: delivery("pending") }, { body: delivery("failed", "503") }];
  test.each<[string, CannedResponse[], number[], string]>([
    ["seen, and then gone, was delivered", [pending, gone], [1000, 2000], "none"],
    ["never seen was delivered after 5 seconds", [gone], [1000, 2000, 4000], "none"],
    ["listed late can still fail", [gone, gone, failed], [1000, 2000, 4000], "failed after 1"],
  ])("an event that is %s", async (_what, looks, pauses, text) => {
    const { message, slept } = await testedWith(looks);
    expect(message).toContain(text);
    expect(slept).toEqual(pauses);
  });

  test("shows the last answer of the receiver, on one line and without secrets", async () => {
    const answer = `Post "https://hooks.example.com/auth0": 500\n${canaries.token} canary-of-the-event`;
    const { message } = await testedWith([{ body: delivery("failed", "other", answer) }]);
    expect(leaksIn(message)).toEqual([]);
    expect(message).toBe(
      `Stream ${id} was created, but its test event evt_0000000000000000000001 wasn't delivered: failed after 2 attempts, the last with: Post "https://hooks.example.com/auth0": 500 [secret] [secret].\nCorrect the receiver or the stream.\nThen test it again with \`auth0 event-streams trigger ${id} --type user.created\`.`,
    );
  });

  test("polls at least every 5 seconds until its timeout, and shows the last status", async () => {
    const { message, slept } = await testedWith([{ body: delivery("retrying", "503") }]);
    expect(slept).toEqual([1000, 2000, 4000, 5000, 3000]);
    expect(message).toContain(
      "wasn't delivered within 15 seconds: retrying after 1 attempt, the last with: 503.",
    );
  });

  test.each<[string, CannedResponse]>([
    ["503", { status: 503 }],
    // The list of deliveries is a 404 too, so the stream is deleted.
    ["404 Not Found", { ...gone }],
  ])(
    "says in time how to test the stream again if the look at the delivery fails with %s",
    async (status, look) => {
      const { message, slept } = await testedWith([look]);
      expect(slept.reduce((sum, ms) => sum + ms, 0)).toBeLessThanOrEqual(10_000);
      expect(message).toMatch(
        new RegExp(
          `^Stream ${id} was created, but its test failed: GET .* ${status}.*\\n.*\\nThen test it again with`,
        ),
      );
    },
  );
});

describe("keepFailedDeliveries", () => {
  test.each([
    [0, "none"],
    [1, "would lose 1 failed delivery."],
    [99, "would lose 99 failed deliveries."],
    [150, "would lose 100 or more failed deliveries."],
  ])("of a stream with %d failed deliveries takes one request: %s", async (count, text) => {
    const { server, api, stream } = await start();
    const failed = Array.from({ length: count }, () => ({ status: "failed" as const }));
    server.addDeliveries(id, [...failed, { status: "retrying" }, { status: "pending" }]);
    expect(await messageOf(keepFailedDeliveries(api, stream))).toContain(text);
    expect(server.apiRequests()).toEqual([`GET /event-streams/${id}/deliveries`]);
  });

  test("allows the deletion of a stream that no longer exists", async () => {
    const { server, api, stream } = await start();
    server.streams.delete(id);
    expect(await messageOf(keepFailedDeliveries(api, stream))).toBe("none");
  });

  test("stops if a gateway says that the stream is missing", async () => {
    const { server, api, stream } = await start();
    server.respond = ({ kind }) =>
      kind === "api" ? { status: 404, body: "<html></html>" } : undefined;
    expect(await messageOf(keepFailedDeliveries(api, stream))).toContain("404, with a web page");
  });
});

test.each<[string, (api: Connection["api"], stream: HookedStream) => Promise<void>]>([
  ["testDelivery", (api, stream) => testDelivery(api, stream, event, 10)],
  ["keepFailedDeliveries", keepFailedDeliveries],
])("%s sends nothing to another tenant than the stream's", async (_name, hook) => {
  const { server, api, stream } = await start();
  const tenant = "other.eu.auth0.com";
  expect(await messageOf(hook(api, { ...stream, tenant }))).toBe(
    `Stream ${id} belongs to the tenant ${tenant}, but the hook is for ${api.domain}. Nothing was sent.\nPass the stream's Provider to the hook as its provider option.`,
  );
  expect(server.requests).toEqual([]);
});

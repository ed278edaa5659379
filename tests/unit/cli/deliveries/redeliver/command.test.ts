import { describe, expect, test } from "@jest/globals";
import { assertOptions } from "../../../../../cli/deliveries/redeliver/command";
import {
  noSuchDelivery,
  retrying,
  runRedeliver,
  streamId,
  withFailed,
} from "../../../../support/tenant/redelivery";

describe("without ids", () => {
  test("the failed deliveries are shown by message, and each is sent once", async () => {
    const tenant = await withFailed(120);
    const ran = await runRedeliver(tenant, { yes: true });
    expect(ran).toEqual({
      code: 0,
      error: "",
      text: `crm (TENANT): 120 failed deliveries
  COUNT  FIRST (UTC)          LAST (UTC)           EVENT TYPE    ERROR
    120  2026-01-01 00:00:00  2026-01-01 01:59:00  user.created  The webhook answered 503 Service Unavailable
crm (TENANT): Auth0 accepted 120 of 120 deliveries for redelivery
Auth0 is delivering them now. In a few minutes, see what still fails with:
  npx --no-install pulumi-auth0-native deliveries list crm --status failed
`,
    });
    expect(tenant.sent().sort()).toEqual(tenant.deliveries.map(({ id }) => id));
  });

  test("the filters choose", async () => {
    const tenant = await withFailed(10);
    const options = { since: "2026-01-01T00:02:00.000Z", until: "2026-01-01T00:05:00.000Z" };
    await runRedeliver(tenant, { yes: true, type: ["user.created"], ...options });
    expect(tenant.sent()).toEqual(tenant.deliveries.slice(2, 5).map(({ id }) => id));
    expect(tenant.server.requests.find(({ query }) => query.take)?.query).toEqual({
      statuses: "failed",
      event_types: "user.created",
      date_from: "2026-01-01T00:02:00Z",
      date_to: "2026-01-01T00:05:00Z",
      take: "100",
    });
  });

  test.each<[string, object, string]>([
    [
      "if the user does not confirm",
      { answer: false },
      "Nothing was sent, because you didn't confirm.",
    ],
    [
      "without a terminal",
      {},
      "Nothing was sent, because there's no terminal to confirm in. Pass --yes to send.",
    ],
  ])("nothing is sent %s", async (_why, options, text) => {
    const tenant = await withFailed(3);
    const ran = await runRedeliver(tenant, options);
    expect(ran.code).toBe(2);
    expect(ran.text).toContain(`${text}\n`);
    expect(tenant.server.apiRequests().filter((request) => request.startsWith("POST"))).toEqual([]);
  });

  test("a user who confirms is asked once, with the number", async () => {
    const tenant = await withFailed(3);
    const ran = await runRedeliver(tenant, { answer: true });
    expect(ran.text.match(/Redeliver.*/g)).toEqual(["Redeliver 3 deliveries?"]);
    expect(tenant.sent()).toHaveLength(3);
  });

  test("no failed deliveries to redeliver is a success", async () => {
    const tenant = await withFailed(0);
    expect(await runRedeliver(tenant, { yes: true })).toEqual({
      code: 0,
      error: "",
      text: `crm (TENANT): nothing to redeliver, because no failed delivery matches
To see what Auth0 is still delivering, run:
  npx --no-install pulumi-auth0-native deliveries list crm
`,
    });
  });

  test("a delivery whose redelivery waits for its attempt is left out", async () => {
    const tenant = await withFailed(3);
    tenant.deliveries[1]?.attempts.push(retrying(tenant.clock.now()));
    const ran = await runRedeliver(tenant, { yes: true });
    expect(tenant.sent()).toEqual([tenant.deliveries[0]?.id, tenant.deliveries[2]?.id]);
    expect(ran.text).toContain(
      "Left out 1 delivery that Auth0 has accepted for redelivery but not attempted yet.",
    );
  });
});

test("--since uses Auth0's clock, even with --at-once", async () => {
  const { server, ...tenant } = await withFailed(1, {
    now: () => Date.parse("2026-01-01T00:05:30Z"),
  });
  await runRedeliver(tenant, { yes: true, since: "10m", atOnce: true });
  const dated = { date_from: "2025-12-31T23:55:30Z" };
  expect(server.requests.find(({ query }) => query.take)?.query).toMatchObject(dated);
  expect(server.requests.at(-1)?.body).toMatchObject(dated);
});

describe("by ids", () => {
  test("each is sent once, in their order, without a listing", async () => {
    const tenant = await withFailed(4);
    const ids = tenant.deliveries.map(({ id }) => id).reverse();
    const ran = await runRedeliver(tenant, { yes: true, ids: [...ids, ...ids] });
    expect(ran.code).toBe(0);
    expect(ran.text).toContain("crm (TENANT): 4 deliveries selected by ID\n");
    expect(tenant.sent()[0]).toBe(ids[0]);
    expect(tenant.sent().sort()).toEqual([...ids].sort());
    expect(tenant.server.requests.filter(({ query }) => query.take)).toEqual([]);
  });

  test("a missing one fails the command, but not the other deliveries", async () => {
    const tenant = await withFailed(2);
    const [one = "", two = ""] = tenant.deliveries.map(({ id }) => id);
    const ran = await runRedeliver(tenant, { yes: true, ids: [one, "evt_none", two] });
    expect(ran).toEqual({
      code: 1,
      error: "",
      text: `crm (TENANT): 3 deliveries selected by ID
crm (TENANT): Auth0 accepted 2 of 3 deliveries for redelivery
  1 no longer failed (delivered, in progress, or a wrong ID)
    evt_none
Auth0 is delivering them now. In a few minutes, see what still fails with:
  npx --no-install pulumi-auth0-native deliveries list crm --status failed
`,
    });
  });

  test.each<[string[], object, string]>([
    [["e"], { type: ["user.created"] }, "Pass IDs of deliveries or --type, not both."],
    [["e"], { atOnce: true }, "Pass IDs of deliveries or --at-once, not both."],
    ...["a/../b", streamId, "evt_a-b"].map((id): [string[], object, string] => [
      ["evt_1", id],
      {},
      `${id} isn't the ID of a delivery, such as evt_0123456789abcdefghijkl. To list the IDs, run \`npx --no-install pulumi-auth0-native deliveries list <stream>\`.`,
    ]),
  ])("%j with %j are rejected", (ids, options, message) => {
    expect(() => assertOptions(ids, { cwd: ".", ...options })).toThrow(new Error(message));
  });
});

const notInState = {
  statusCode: 409,
  error: "Conflict",
  message: "The event is not in a state that allows redelivery.",
};

test.each<[string, object]>([
  ["gone", noSuchDelivery],
  ["under way", { status: 409, body: notInState }],
])(
  "a delivery that is %s is counted, and ends neither the run nor its success",
  async (_why, answer) => {
    const tenant = await withFailed(30);
    const gone = tenant.deliveries.slice(2, 27);
    tenant.onRedeliver = (delivery) => (delivery && gone.includes(delivery) ? answer : undefined);
    const ran = await runRedeliver(tenant, { yes: true });
    expect(ran.code).toBe(0);
    const shown = gone.slice(0, 10).map(({ id }) => `    ${id}\n`);
    expect(ran.text).toContain(
      `Auth0 accepted 5 of 30 deliveries for redelivery\n  25 no longer failed (delivered, in progress, or a wrong ID)\n${shown.join("")}Auth0`,
    );
    expect(tenant.sent()).toHaveLength(30);
  },
);

test("a disabled stream is named, and its deliveries are sent", async () => {
  const tenant = await withFailed(2);
  const stream = tenant.server.streams.get(streamId);
  if (stream) stream.status = "disabled";
  const ran = await runRedeliver(tenant, { yes: true });
  expect(ran.code).toBe(0);
  expect(ran.text).toContain("\nThe stream is disabled. Auth0 redelivers its events anyway.");
  expect(tenant.sent()).toHaveLength(2);
});

describe("--at-once", () => {
  test("sends one request with the filters, after the same plan", async () => {
    const tenant = await withFailed(3);
    const { respond } = tenant.server;
    tenant.server.respond = (request) =>
      request.path.endsWith("/redeliver") ? { status: 202, body: {} } : respond?.(request);
    const ran = await runRedeliver(tenant, { yes: true, atOnce: true, type: ["user.created"] });
    expect(ran.text).toContain("crm (TENANT): 3 failed deliveries\n");
    expect(ran.text).toContain(
      "crm (TENANT): Auth0 accepted the request for all matching deliveries\n",
    );
    const [post, ...others] = tenant.server.requests.filter(
      ({ kind, method }) => kind === "api" && method === "POST",
    );
    expect(others).toEqual([]);
    expect(post?.body).toEqual({ statuses: ["failed"], event_types: ["user.created"] });
  });

  test("is sent once although the response is lost, and the error says where to look", async () => {
    const { server, api } = await withFailed(1);
    server.respond = ({ kind, method }) =>
      kind === "api" && method === "POST" ? { status: 504 } : undefined;
    const until = "2026-01-03T00:00:00.100Z";
    const ran = await runRedeliver({ api }, { yes: true, atOnce: true, until });
    expect(ran.error).toContain(
      "Run `npx --no-install pulumi-auth0-native deliveries list` before you send it",
    );
    const posts = server.requests.filter(({ kind, method }) => kind === "api" && method === "POST");
    const body = { statuses: ["failed"], date_to: "2026-01-03T00:00:01Z" };
    expect(posts).toMatchObject([{ body }]);
  });
});

describe("an error", () => {
  test("names the permission that is missing, after one request", async () => {
    const tenant = await withFailed(50);
    const body = {
      statusCode: 403,
      error: "Forbidden",
      message: "Insufficient scope, expected any of: update:event_deliveries",
      errorCode: "insufficient_scope",
    };
    tenant.onRedeliver = () => ({ status: 403, body });
    const ran = await runRedeliver(tenant, { yes: true });
    const [first = ""] = tenant.sent();
    expect(ran.error).toBe(
      `POST /event-streams/${streamId}/redeliver/${first} (TENANT): 403 insufficient_scope: Insufficient scope, expected any of: update:event_deliveries.\nGrant the scope update:event_deliveries to the application.\nCorrelation ID: ID`,
    );
    expect(ran.text).toContain("Auth0 accepted 0 of 50 deliveries for redelivery\n  50 not sent\n");
    expect(tenant.sent()).toHaveLength(1);
  });

  test("of single deliveries is collected", async () => {
    const tenant = await withFailed(30);
    const body = { statusCode: 400, error: "Bad Request", message: "No." };
    tenant.onRedeliver = (delivery) =>
      delivery === tenant.deliveries[7] ? { status: 400, body } : undefined;
    const ran = await runRedeliver(tenant, { yes: true });
    expect(ran.code).toBe(1);
    expect(ran.text).toContain("29 of 30 deliveries for redelivery\n  1 rejected\n    POST");
    expect(tenant.sent()).toHaveLength(30);
  });

  test("of every delivery ends the run", async () => {
    const tenant = await withFailed(200);
    tenant.onRedeliver = () => ({ status: 503, body: "<html>down</html>" });
    const ran = await runRedeliver(tenant, { yes: true });
    expect(ran.error).toMatch(
      /^20 redelivery requests in a row failed, so the command stopped\. Run it again later\.\nThe last error: POST .*: 503, with a web page/,
    );
    expect(tenant.sent().length).toBeLessThan(30);
  });
});

test("a request whose response is lost is sent once and reported as uncertain", async () => {
  const tenant = await withFailed(5);
  const uncertain = tenant.deliveries.slice(1, 3);
  tenant.onRedeliver = (delivery) =>
    delivery && uncertain.includes(delivery)
      ? { status: 504, body: "<html>timeout</html>" }
      : undefined;
  const ran = await runRedeliver(tenant, { yes: true });
  expect(ran).toMatchObject({ code: 1, error: "" });
  expect(ran.text).toContain(
    `3 of 5 deliveries for redelivery\n  2 uncertain (there was no clear response, so Auth0 may have accepted them)\n${uncertain.map(({ id }) => `    ${id}\n`).join("")}Auth0`,
  );
  expect(ran.text).toContain("\nFor the rest, run the same command again");
  expect(tenant.sent().sort()).toEqual(tenant.deliveries.map(({ id }) => id));
});

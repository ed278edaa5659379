import { describe, expect, test } from "@jest/globals";
import { type ListOptions, listCommand } from "../../../../../cli/deliveries/list/command";
import {
  inEnvironment,
  recordedOutput,
  streamId,
  withEnvironmentTenant,
} from "../../../../support/deliveries/commandContext";

const environment = withEnvironmentTenant();
const canary = "canary-personal-data";

async function list(changes: Partial<ListOptions> = {}, stream = "crm") {
  const context = recordedOutput();
  const options = { ...inEnvironment, max: 1000, ...changes };
  const code = await listCommand(stream, options, environment.stop, context.output);
  return { code, out: context.out(), notes: context.notes() };
}

const failed = (message: string, time = "2026-03-01T10:00:00Z", id?: string) => ({
  ...(id !== undefined && { id }),
  status: "failed",
  event_type: "user.created",
  time,
  attempts: [
    { status: "failed", timestamp: time, error_message: `${message} (first)`, duration: 27.04 },
    {
      status: "failed",
      timestamp: time.replace("00Z", "07Z"),
      error_message: message,
      duration: 3,
    },
  ],
  event: { data: { object: { email: canary } } },
});
const id = (n: number) => `evt_${String(n).padStart(22, "0")}`;

test("deliveries are a table with their last error, and the failures are grouped by error", async () => {
  environment.tenant.addDeliveries(streamId, [
    failed("503 Service Unavailable"),
    failed("503 Service Unavailable", "2026-03-02T10:00:00Z"),
    { ...failed("no response (ECONNREFUSED)"), event_type: "user.deleted" },
    { status: "pending", event_type: "user.created" },
  ]);
  const { code, out, notes } = await list();
  expect(code).toBe(0);
  expect(`\n${out}`).toBe(`
LAST ATTEMPT (UTC)   STATUS   EVENT TYPE    ATTEMPTS  ID                          ERROR
2026-03-01 10:00:07  failed   user.created         2  ${id(1)}  503 Service Unavailable
2026-03-02 10:00:07  failed   user.created         2  ${id(2)}  503 Service Unavailable
2026-03-01 10:00:07  failed   user.deleted         2  ${id(3)}  no response (ECONNREFUSED)
-                    pending  user.created         0  ${id(4)}

4 deliveries: 3 failed, 1 pending

Failures by error:
  COUNT  FIRST (UTC)          LAST (UTC)           EVENT TYPE    ERROR
      2  2026-03-01 10:00:07  2026-03-02 10:00:07  user.created  503 Service Unavailable
      1  2026-03-01 10:00:07  2026-03-01 10:00:07  user.deleted  no response (ECONNREFUSED)
`);
  expect(notes).toBe("");
});

test("a redelivery that waits for its attempt counts as no attempt", async () => {
  const delivery = failed("503");
  const retrying = { status: "retrying", timestamp: "2026-03-05T10:00:00Z" };
  environment.tenant.addDeliveries(streamId, [
    { ...delivery, attempts: [...delivery.attempts, retrying] },
  ]);
  expect((await list()).out).toMatch(/\n2026-03-01 10:00:07 {2}failed .* 2 {2}evt_0+1 {2}503\n/);
});

test("--json prints one delivery a line, and the rest beside it", async () => {
  const hostile = "\u202e\u009b31m ##[error] ::error:: é";
  environment.tenant.addDeliveries(streamId, [failed(hostile), failed("503")]);
  const { out, notes } = await list({ json: true });
  const lines = out.trimEnd().split("\n");
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { id: id(1), eventStreamId: streamId, status: "failed", eventType: "user.created" },
    { id: id(2), attempts: [{ duration: 27.04 }, { errorMessage: "503" }] },
  ]);
  expect(JSON.parse(lines[0] ?? "").attempts[1].errorMessage).toBe(hostile);
  expect(out).toMatch(/^[\n -~]+$/);
  expect(out).not.toContain("##[");
  expect(notes).toContain("2 deliveries: 2 failed");
});

test("receivers' errors can neither control the terminal nor run a CI workflow command", async () => {
  environment.tenant.addDeliveries(streamId, [
    failed("\u001b[2J\u202e\n::error::run"),
    { ...failed("::set-env::x"), status: "::debug::", id: "evt_x" },
  ]);
  const { out } = await list();
  expect(out).not.toMatch(/[^\n\P{Cc}]|\u202e/u);
  expect(out).not.toMatch(/^\s*::/m);
});

test("event content is printed only on request, in both forms", async () => {
  environment.tenant.addDeliveries(streamId, [failed("503")]);
  for (const json of [false, true]) {
    const without = await list({ json });
    expect(without.out + without.notes).not.toContain(canary);
    expect((await list({ json, includeEvent: true })).out).toContain(canary);
  }
  expect((await list({ includeEvent: true })).out).toMatch(
    /^ {10,}"email": "canary-personal-data"$/m,
  );
});

test("a list without a delivery says what that means", async () => {
  const notes =
    "No failed or pending delivery of crm matches. (Successful deliveries aren't listed.)";
  expect(await list()).toEqual({ code: 0, out: "", notes });
});

describe("a listing that ends early", () => {
  test("because of --max says that there may be more", async () => {
    environment.tenant.addDeliveries(streamId, 130);
    const { code, out, notes } = await list({ max: 120 });
    expect([code, out]).toEqual([0, expect.stringContaining("120 deliveries: ")]);
    expect(notes).toBe("There may be more than 120 deliveries. To list them, pass a larger --max.");
  });

  test("because a page failed shows the deliveries before it, and throws", async () => {
    environment.tenant.addDeliveries(streamId, 130);
    const route = "GET /event-streams/{id}/deliveries";
    const body = { deliveries: [{ event: { data: canary } }] };
    environment.tenant.addFault({ route, skip: 1, kind: "status", status: 502, body });
    const context = recordedOutput();
    const run = listCommand(
      "crm",
      { ...inEnvironment, max: 1000 },
      environment.stop,
      context.output,
    );
    await expect(run).rejects.toThrow(/^(?!.*canary)[^\n]* 502/s);
    expect(context.out()).toContain("100 deliveries: ");
  });

  test("because of a signal has exit code 1", async () => {
    environment.tenant.addDeliveries(streamId, 130);
    let requested = 0;
    environment.tenant.respond = ({ route }) => {
      if (route?.endsWith("/deliveries") && ++requested === 2) environment.stop.send();
      return undefined;
    };
    const { code, out, notes } = await list();
    expect(code).toBe(1);
    expect(out).toContain("100 deliveries: ");
    expect(notes).toBe("Listed 100 deliveries, then stopped by SIGTERM.");
  });
});

test("the largest pages are requested, and no more than --max", async () => {
  environment.tenant.addDeliveries(streamId, 250);
  await list({ max: 230 }, streamId);
  const api = environment.tenant.requests.filter(({ kind }) => kind === "api");
  expect(api.map(({ query }) => query.take)).toEqual(["100", "100", "30"]);
});

import { expect, test } from "@jest/globals";
import type { Fault } from "../../../../../emulator/src";
import { parseFault } from "../../../../../emulator/src/cli/serve/parseFault";
import { printedEnvironment, runInProcess } from "../../support/command";
import { action, call, requestToken } from "../../support/tenant";

/** Starts a tenant with the command, and uses it with what the command has printed. */
async function serve(...flags: string[]) {
  const { output } = await runInProcess("--port", "0", "--log", ...flags);
  const environment = printedEnvironment(output);
  const url = environment.AUTH0_DOMAIN ?? "";
  const served = { url, domain: new URL(url).host, environment };
  const granted = (await requestToken(served)).body;
  const send = (route: string, body?: unknown) =>
    call(served, route, body, { token: granted.access_token });
  return { granted, send, output };
}

test("--scopes and --no-policies limit a token", async () => {
  const { granted, send } = await serve(
    ...["--scopes", "read:event_streams, read:rate_limit_policies", "--no-policies"],
  );
  expect(granted.scope).toBe("read:event_streams read:rate_limit_policies");
  expect((await send("GET /event-streams")).status).toBe(200);
  expect((await send("GET /rate-limit-policies")).body.errorCode).toBe("insufficient_entitlement");
});

test("--fault adds a fault each time it is given", async () => {
  const { send, output } = await serve(
    ...["--fault", "POST /event-streams drop after"],
    ...["--fault", "GET /rate-limit-policies status:503 x2"],
  );
  await expect(send("POST /event-streams", { destination: action })).rejects.toThrow();
  expect((await send("GET /event-streams")).body.eventStreams).toHaveLength(1);
  expect(output.out).toContain("POST /api/v2/event-streams -\n");
  const statuses = [];
  while (statuses.length < 3) statuses.push((await send("GET /rate-limit-policies")).status);
  expect(statuses).toEqual([503, 503, 200]);
});

test("--rate-limit limits the requests", async () => {
  const { send } = await serve("--rate-limit", "0.001/2", "--latency", "1");
  const statuses = [];
  while (statuses.length < 3) statuses.push((await send("GET /event-streams")).status);
  expect(statuses).toEqual([200, 200, 429]);
});

test.each<[string, Fault]>([
  ["* drop", { route: "*", kind: "drop" }],
  ["* status:503 x3", { route: "*", kind: "status", status: 503, times: 3 }],
  ["POST /oauth/token slow:250", { route: "POST /oauth/token", kind: "slow", delayMs: 250 }],
  ["* trickle:5", { route: "*", kind: "trickle", delayMs: 5 }],
  [
    '{ "kind": "status", "status": 404, "body": null }',
    { kind: "status", status: 404, body: null },
  ],
  [
    " PATCH  /event-streams/{id} html:504 x0 after ",
    { route: "PATCH /event-streams/{id}", kind: "html", status: 504, times: 0, when: "after" },
  ],
])("the fault '%s' is parsed", (text, fault) => {
  expect(parseFault(text)).toEqual(fault);
});

const form =
  "a fault has the form '<METHOD> <path>|* <kind[:number]> [after] [x<times>], or JSON', not";

test.each<[string, string]>([
  ["POST /event-streams", `${form} 'POST /event-streams'`],
  ["* drop later", `${form} '* drop later'`],
  ["* status:now", `${form} '* status:now'`],
  ['{"kind": "drop"', `${form} '{"kind": "drop"'`],
  ["* burn", "kind must be one of status, html"],
])("--fault '%s' is one line and exit code 2", async (text, message) => {
  const { output, exitCode } = await runInProcess("--port", "0", "--fault", text);
  expect([exitCode, output.out]).toEqual([2, ""]);
  expect(output.err).toContain(message);
  expect(output.err).toMatch(/^auth0-tenant-emulator: .*\n$/);
});

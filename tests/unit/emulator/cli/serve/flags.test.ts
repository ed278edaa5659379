import { expect, test } from "@jest/globals";
import { printedEnvironment, runInProcess } from "../../support/command";
import { action, call, policy, requestToken } from "../../support/tenant";

/** Starts a tenant with the command, and uses it with what the command has printed. */
async function serve(...flags: string[]) {
  const { output } = await runInProcess("--port", "0", "--log", ...flags);
  const environment = printedEnvironment(output);
  const url = environment.AUTH0_DOMAIN ?? "";
  const served = { url, domain: new URL(url).host, environment };
  const granted = (await requestToken(served)).body;
  const send = (route: string, body?: unknown) =>
    call(served, route, body, { token: granted.access_token });
  return { url, granted, send, output };
}

test("--scopes and --no-policies limit a token", async () => {
  const { granted, send } = await serve(
    ...["--scopes", "read:event_streams, read:rate_limit_policies", "--no-policies"],
  );
  expect(granted.scope).toBe("read:event_streams read:rate_limit_policies");
  expect((await send("GET /event-streams")).status).toBe(200);
  expect(await send("POST /event-streams", { destination: action })).toMatchObject({
    status: 403,
    body: { errorCode: "insufficient_scope" },
  });
  expect(await send("GET /rate-limit-policies")).toMatchObject({
    status: 403,
    body: { errorCode: "insufficient_entitlement" },
  });
});

test("--fault adds a fault each time it is given", async () => {
  const { send, output } = await serve(
    ...["--fault", "POST /event-streams drop after"],
    ...["--fault", "POST /rate-limit-policies status:503 x2 skip1"],
  );
  await expect(send("POST /event-streams", { destination: action })).rejects.toThrow();
  expect((await send("GET /event-streams")).body.eventStreams).toHaveLength(1);
  expect(output.out).toContain("POST /api/v2/event-streams -\n");
  const statuses = [];
  for (const selector of ["default", "cimd_clients", "third_party_clients", "client_id:a"]) {
    const response = await send(
      "POST /rate-limit-policies",
      policy({ consumer_selector: selector }),
    );
    statuses.push(response.status);
  }
  expect(statuses).toEqual([201, 503, 503, 201]);
});

test("--rate-limit and --latency set what the control route returns", async () => {
  const { url, send } = await serve("--rate-limit", "0.001/2", "--latency", "3");
  const settings = await fetch(`${url}/_emulator/settings`, {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: "{}",
  });
  expect(await settings.json()).toEqual({
    latencyMs: 3,
    clockSkewMs: 0,
    rateLimit: { perSecond: 0.001, burst: 2 },
  });
  const statuses = [];
  while (statuses.length < 3) statuses.push((await send("GET /event-streams")).status);
  expect(statuses).toEqual([200, 200, 429]);
});

const form =
  "a fault has the form '<METHOD> <path>|* <kind[:number]> [after|late:<n>|late:<n>ms] [x<times>] [skip<n>], or JSON', not";

test.each<[string, string]>([
  ["", `${form} ''`],
  ["POST /event-streams", `${form} 'POST /event-streams'`],
  ["* drop later", `${form} '* drop later'`],
  ["* status:now", `${form} '* status:now'`],
  ['{"kind": "drop"', `${form} '{"kind": "drop"'`],
  ["* drop late", `${form} '* drop late'`],
  ["* burn", "kind must be one of status, html"],
  ["* drop:503", "drop has no field status"],
  ["GET /event-stream drop", "route must be * or one of"],
])("--fault '%s' is one line and exit code 2", async (text, message) => {
  const { output, exitCode } = await runInProcess("--port", "0", "--fault", text);
  expect(exitCode).toBe(2);
  expect(output.err).toContain(message);
  expect(output.err).toMatch(/^auth0-tenant-emulator: .*\n$/);
  expect(output.out).toBe("");
});

import { afterAll, beforeAll, beforeEach, expect, test } from "@jest/globals";
import type { Stack } from "@pulumi/pulumi/automation";
import { withHint } from "../../cli/disabledStream";
import type { Step } from "../../cli/found";
import { type StoredStream, startTenant, type Tenant } from "../../emulator/src";

let tenant: Tenant;
let id: string;
let streams = 0;

beforeAll(async () => {
  tenant = await startTenant();
});
afterAll(() => tenant.close());
beforeEach(() => {
  tenant.answer = undefined;
  // A new one each time, since deliveries outlive their streams.
  id = `est_${String(++streams).padStart(22, "0")}`;
  tenant.streams.set(id, { id, status: "disabled" } as unknown as StoredStream);
  tenant.clearRequests();
});

/** A stack of which only the configuration is asked. */
const configured = (config: Record<string, string>) =>
  ({
    getAllConfig: async () =>
      Object.fromEntries(Object.entries(config).map(([key, value]) => [key, { value }])),
  }) as unknown as Stack;

const configuration = () => ({
  "auth0:domain": tenant.environment.AUTH0_DOMAIN ?? "",
  "auth0:clientId": tenant.environment.AUTH0_CLIENT_ID ?? "",
  "auth0:clientSecret": tenant.environment.AUTH0_CLIENT_SECRET ?? "",
});

function disabled(changes: object = {}): Step {
  const report = {
    ...{ urn: "urn", type: "EventStream", name: "crm", id, result: "changed" as const },
    ...{
      tenant: tenant.domain,
      properties: [{ path: "status", expected: "enabled", live: "disabled" }],
    },
    ...changes,
  };
  return { report, metadata: { provider: "urn:provider::uuid" } } as unknown as Step;
}

const note = async (step = disabled(), config = configuration(), providers = {}) =>
  (await withHint(configured(config), step, providers)).note;

test("a disabled stream is told with its failed deliveries and what to do", async () => {
  tenant.addDeliveries(id, Array(120).fill({ status: "failed", time: "2026-02-03T04:05:06Z" }));
  tenant.addDeliveries(id, [{ status: "pending" }]);
  expect(await note()).toMatch(
    /^120 failed deliveries, the last attempt at 2026-02-03T04:05:06.*redeliver: POST \/api\/v2\/event-streams\/est_\w+\/redeliver/,
  );
  const [first, ...others] = tenant.requests.filter(({ kind }) => kind === "api");
  expect(first?.query).toEqual({ statuses: "failed", take: "100" });
  expect(others).toHaveLength(2);
});

test("where there are very many, a thousand are counted", async () => {
  tenant.addDeliveries(id, Array(1100).fill({ status: "failed" }));
  expect(await note()).toMatch(/^1000 or more failed deliveries/);
});

test("a stream without failed deliveries was disabled by somebody", async () => {
  expect(await note()).toMatch(/probably somebody disabled it/);
});

test("what cannot be asked is said, and the drift is reported all the same", async () => {
  tenant.answer = ({ kind }) =>
    kind === "api" ? { status: 403, body: { errorCode: "insufficient_scope" } } : undefined;
  expect(await note()).toMatch(/could not be read: .*403.*grant the scope read:event_deliveries/);
  expect(await note(disabled(), { ...configuration(), "auth0:clientSecret": "" })).toMatch(
    /could not be read: No credentials/,
  );
});

test.each([[null], [{ items: [] }], [{ deliveries: null }]])(
  "an answer of %j is not taken for no failed delivery",
  async (body) => {
    tenant.answer = ({ kind }) => (kind === "api" ? { body } : undefined);
    expect(await note()).toMatch(
      /^whether deliveries failed could not be read: .*it holds no list of deliveries/,
    );
  },
);

test("a configuration that cannot be read is told in Pulumi's own words, without a password", async () => {
  const said = "error: no connection to postgres://pulumi:canary@db/state";
  const getAllConfig = () => Promise.reject(new Error(`code: -2\n stderr: failed\n${said}\n`));
  const stack = { getAllConfig } as unknown as Stack;
  expect((await withHint(stack, disabled(), {})).note).toBe(
    "whether deliveries failed could not be read: no connection to postgres://pulumi:[secret]@db/state",
  );
});

test("another tenant than the stream's is never asked", async () => {
  expect(await note(disabled({ tenant: "other.auth0.com" }))).toMatch(/lives in the tenant other/);
  expect(tenant.requests).toEqual([]);
});

test("the tenant of an explicit Provider is found by its arguments, and not by the stack's", async () => {
  tenant.addDeliveries(id, [{ status: "failed" }]);
  const named = Object.entries(tenant.environment).map(([name, value]) => [`HINT_${name}`, value]);
  Object.assign(process.env, Object.fromEntries(named));
  const providers = { "urn:provider": { "auth0:environmentPrefix": "HINT_" } };
  expect(await note(disabled(), { "auth0:domain": "https://other" } as never, providers)).toMatch(
    /^1 failed delivery/,
  );
  const secret = { "4dabf18193072939515e22adb298388d": "x", ciphertext: "[secret]" };
  const arguments_ = {
    ...configuration(),
    "auth0:environmentPrefix": "",
    "auth0:clientSecret": secret,
  };
  expect(await note(disabled(), configuration(), { "urn:provider": arguments_ })).toMatch(
    /the secret auth0:clientSecret of the Provider stays in the state/,
  );
});

test("no other drift costs a request", async () => {
  const rename = disabled({ properties: [{ path: "name", expected: "a", live: "b" }] });
  expect(await note(rename)).toBeUndefined();
  expect(tenant.requests).toEqual([]);
});

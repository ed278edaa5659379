import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import type { Stack } from "@pulumi/pulumi/automation";
import { DeliveryBudget } from "../../../../cli/drift/deliveryBudget";
import { addDeliveryNotes } from "../../../../cli/drift/disabledStream";
import { failedDeliveriesNote } from "../../../../cli/drift/failedDeliveries";
import type { RefreshStep } from "../../../../cli/drift/refreshEvents";
import { type StoredStream, startTenant, type Tenant } from "../../../../emulator/src";
import { pluginTypeToken, typeToken } from "../../../../provider/stateContract";
import { checkContext } from "../../../support/drift/checkContext";

let tenant: Tenant;
const others: Tenant[] = [];
let id: string;
let streams = 0;

beforeAll(async () => {
  tenant = await startTenant();
});
afterAll(() => tenant.close());
afterEach(async () => {
  for (const other of others.splice(0)) await other.close();
});
beforeEach(() => {
  tenant.answer = undefined;
  id = newStream();
  tenant.clearRequests();
});

/** A new id each time, since the emulator keeps deliveries of deleted streams. */
function newStream(failures = 0, there = tenant): string {
  const id = `est_${String(++streams).padStart(22, "0")}`;
  there.streams.set(id, { id, status: "disabled" } as unknown as StoredStream);
  there.addDeliveries(id, Array(failures).fill({ status: "failed" }));
  return id;
}

/** A tenant that responds to the first requests only. */
async function silentTenant(responses: number): Promise<Tenant> {
  const silent = await startTenant();
  silent.addFault({ skip: responses, times: 0, kind: "hang" });
  others.push(silent);
  return silent;
}

const pagesRead = ({ requests } = tenant) => requests.filter(({ kind }) => kind === "api");

/** A stack whose configuration alone is used. */
const configured = (config: Record<string, string>) =>
  ({
    getAllConfig: async () =>
      Object.fromEntries(Object.entries(config).map(([key, value]) => [key, { value }])),
  }) as unknown as Stack;

/** The stack of all reports here. */
const target = { name: "acme/prod", folder: "." };

const configuration = ({ environment } = tenant) => ({
  "auth0:domain": environment.AUTH0_DOMAIN ?? "",
  "auth0:clientId": environment.AUTH0_CLIENT_ID ?? "",
  "auth0:clientSecret": environment.AUTH0_CLIENT_SECRET ?? "",
  // No test waits for a retry.
  "auth0:maxRetries": "0",
});

function disabled(changes: object = {}): RefreshStep {
  const report = {
    ...{ urn: "urn", type: "EventStream", name: "crm", id, result: "changed" as const },
    ...{
      tenant: tenant.domain,
      properties: [{ path: "status", expected: "enabled", live: "disabled" }],
    },
    ...changes,
  };
  const metadata = { type: typeToken("EventStream"), provider: "urn:provider::uuid" };
  return { report, metadata } as unknown as RefreshStep;
}

/** The same, served by a provider of the plugin. */
function disabledInPlugin(provider: string): RefreshStep {
  const metadata = { type: pluginTypeToken("EventStream"), provider: `${provider}::uuid` };
  return { ...disabled(), metadata } as unknown as RefreshStep;
}

/** The notes of disabled streams that one stack holds. */
async function notes(ids: string[], changes = {}, there = tenant, stack?: Stack) {
  const steps = ids.map((id) => disabled({ id, tenant: there.domain }));
  const of = stack ?? configured(configuration(there));
  return (await addDeliveryNotes(of, target, steps, {}, checkContext(changes))).map(
    (report) => report.note,
  );
}

const note = async (
  step = disabled(),
  config: Record<string, string> = configuration(),
  providers = {},
) =>
  (await addDeliveryNotes(configured(config), target, [step], providers, checkContext()))[0]?.note;

test("a disabled stream is reported with its failed deliveries and what to do", async () => {
  tenant.addDeliveries(id, Array(20).fill({ status: "failed", time: "2026-02-03T04:05:06Z" }));
  tenant.addDeliveries(id, [{ status: "pending" }]);
  expect(await note()).toBe(
    `20 failed deliveries, the last attempt at 2026-02-03T04:05:06Z: the service disables a stream that fails too often, and refuses to enable it until they are redelivered.
See why they failed: npx auth0-native deliveries list --stack acme/prod crm
Repair the receiver, then redeliver: npx auth0-native deliveries redeliver --stack acme/prod crm
Check that none fails any more: npx auth0-native deliveries check --stack acme/prod crm`,
  );
  expect(pagesRead()[0]?.query).toEqual({ statuses: "failed", take: "100" });
  expect(pagesRead()).toHaveLength(2);
});

test("failed deliveries are counted up to one page, and reported as at least that many", async () => {
  tenant.addDeliveries(id, Array(1000).fill({ status: "failed", time: "2026-02-03T04:05:06Z" }));
  expect(await note()).toMatch(
    /^at least 100 failed deliveries, the last attempt of these at 2026-02-03.*\n.*\n.*deliveries redeliver --stack/,
  );
  expect(pagesRead()).toHaveLength(1);
});

test("21 streams with 1,000 failures each cost 21 requests and load the configuration once", async () => {
  const stack = configured(configuration());
  let loads = 0;
  const counting = {
    getAllConfig: () => {
      loads++;
      return stack.getAllConfig();
    },
  } as unknown as Stack;
  const ids = Array.from({ length: 21 }, () => newStream(1000));
  const all = await notes(ids, {}, tenant, counting);
  expect(all).toEqual(Array(21).fill(expect.stringMatching(/^at least 100 failed deliveries/)));
  expect(pagesRead().map(({ path }) => path.split("/").at(-2))).toEqual(
    expect.arrayContaining(ids),
  );
  expect(pagesRead()).toHaveLength(21);
  expect(loads).toBe(1);
});

test("streams beyond the budget of pages are reported as not counted, in whatever stack they are", async () => {
  const budget = new DeliveryBudget({ pages: 3, ms: 60_000 });
  const [first, second] = [await notes([newStream(100), newStream(100)], { budget }), newStream(9)];
  expect(first).toEqual(Array(2).fill(expect.stringMatching(/^at least 100 failed deliveries/)));
  const why = "one check reads at most 3 pages of deliveries";
  const third = newStream(100);
  expect(await notes([second, third], { budget })).toEqual([
    expect.stringMatching(
      `^at least 9 failed deliveries.* \\(not all were counted: ${why}\\): the`,
    ),
    `its failed deliveries were not counted: ${why}. Count them: npx auth0-native deliveries check --stack acme/prod crm`,
  ]);
  expect(pagesRead()).toHaveLength(3);
});

test("streams of a tenant that does not respond are reported once the time of the budget is used up", async () => {
  const budget = new DeliveryBudget({ pages: 100, ms: 3000 });
  const silent = await silentTenant(1);
  const ids = Array.from({ length: 30 }, () => newStream(100, silent));
  const why = "not counted: one check spends at most 3 s on deliveries";
  const [first, ...others] = await notes(ids, { budget }, silent);
  expect(first).toMatch(/^at least 100 failed deliveries/);
  expect(others).toEqual(Array(29).fill(expect.stringContaining(why)));
  // In parallel, and none after the deadline: neither for these streams nor for another stack.
  const requested = pagesRead(silent).length;
  expect(requested).toBeGreaterThan(2);
  expect(requested).toBeLessThan(30);
  expect(await notes([newStream(1, silent)], { budget }, silent)).toEqual([
    expect.stringContaining(why),
  ]);
  expect(pagesRead(silent)).toHaveLength(requested);
});

test("deliveries counted before an error are reported with the error", async () => {
  tenant.addDeliveries(id, Array(30).fill({ status: "failed" }));
  tenant.answer = ({ query }) =>
    "from" in query ? { status: 403, body: { errorCode: "insufficient_scope" } } : undefined;
  expect(await note()).toMatch(/^at least 30 failed .*\(not all were counted: GET .*403.*\): the/);
});

test.each([
  ["null", null],
  ["another object", { items: [] }],
  ["null in the place of the list", { deliveries: null }],
  ["a text", "fine"],
])(
  "a response that is %s instead of a list does not count as no failed delivery",
  async (_, body) => {
    tenant.answer = ({ kind }) => (kind === "api" ? { body } : undefined);
    expect(await note()).toMatch(/^its failed deliveries were not counted: GET /);
  },
);

test("a check that is stopped reports the stream without a count of failed deliveries", async () => {
  const silent = await silentTenant(0);
  const requested = new AbortController();
  silent.answer = ({ kind }) => {
    if (kind === "api") requested.abort(new Error("stopped by SIGTERM"));
    return undefined;
  };
  const stop = { ...checkContext().stop, requested: requested.signal };
  expect(await notes([newStream(9, silent)], { stop }, silent)).toEqual([
    expect.stringMatching(/^its failed deliveries were not counted: stopped by SIGTERM\./),
  ]);
});

test("a stream without failed deliveries was disabled by a person, or redelivered already", async () => {
  expect(await note()).toBe(
    "no failed delivery is listed: a person disabled it, or its failures were redelivered already. In both cases `pulumi up --refresh --stack acme/prod` enables it. See when deliveries failed: npx auth0-native deliveries stats --stack acme/prod crm",
  );
});

test.each([
  ["spaces and a quote", "it's crm"],
  ["invisible characters", "crm\u202e\nrm -rf"],
  ["the form of an option", "--yes"],
])("the advised commands have the id of a stream whose name has %s", (_case, name) => {
  const counted = { count: 1, lastAttempt: "", complete: true };
  const stack = { name: "prod", folder: "../my crm" };
  const [, list, redeliver] = failedDeliveriesNote({ id: "est_1", name }, stack, counted).split(
    "\n",
  );
  expect(list).toBe(
    `See why they failed: npx auth0-native deliveries list --stack prod --cwd '../my crm' est_1`,
  );
  expect(redeliver).toMatch(/ redeliver --stack prod --cwd /);
});

test("drift is reported with the reason when failed deliveries cannot be requested", async () => {
  tenant.answer = ({ kind }) =>
    kind === "api" ? { status: 403, body: { errorCode: "insufficient_scope" } } : undefined;
  expect(await note()).toMatch(
    /not counted: .*403.*grant the scope read:event_streams or read:event_deliveries/,
  );
  expect(await note(disabled(), { ...configuration(), "auth0:clientSecret": "" })).toMatch(
    /not counted: No credentials/,
  );
});

test("a configuration that cannot be read is reported with Pulumi's message, without the password", async () => {
  const message = "error: no connection to postgres://pulumi:canary@db/state";
  const getAllConfig = () => Promise.reject(new Error(`code: -2\n stderr: failed\n${message}\n`));
  const stack = { getAllConfig } as unknown as Stack;
  expect(await notes([id], {}, tenant, stack)).toEqual([
    expect.stringMatching(
      /^its failed deliveries were not counted: no connection to postgres:\/\/pulumi:\[secret\]@db\/state\./,
    ),
  ]);
});

test("a tenant other than the stream's gets no request", async () => {
  expect(await note(disabled({ tenant: "other.auth0.com" }))).toMatch(
    /belongs to the tenant other/,
  );
  expect(tenant.requests).toEqual([]);
});

const secret = { "4dabf18193072939515e22adb298388d": "x", ciphertext: "[secret]" };

/** Sets the variables of the tenant, with a prefix, for this file. */
function setEnvironment(prefix: string): void {
  for (const [name, value] of Object.entries(tenant.environment)) {
    process.env[prefix + name] = value;
  }
}

test("the tenant of an explicit Provider comes from its arguments, not from the stack's configuration", async () => {
  tenant.addDeliveries(id, [{ status: "failed" }]);
  setEnvironment("HINT_");
  const providers = { "urn:provider": { "auth0:environmentPrefix": "HINT_" } };
  expect(await note(disabled(), { "auth0:domain": "https://other" }, providers)).toMatch(
    /^1 failed delivery/,
  );
  const arguments_ = {
    ...configuration(),
    "auth0:environmentPrefix": "",
    "auth0:clientSecret": secret,
  };
  expect(await note(disabled(), configuration(), { "urn:provider": arguments_ })).toMatch(
    /the Provider's clientSecret is encrypted in the state/,
  );
});

describe("a provider of the plugin", () => {
  const providerUrn = (name: string) =>
    `urn:pulumi:prod::crm::pulumi:providers:auth0-native::${name}`;

  /** The settings under other keys: of a namespace, or without one as a provider's inputs have them. */
  const settings = (prefix = "") =>
    Object.fromEntries(
      Object.entries(configuration()).map(([key, value]) => [key.replace("auth0:", prefix), value]),
    );

  /** The note where the provider has these inputs in the state. */
  const noteOf = (name: string, inputs: object, config: Record<string, string> = {}) => {
    const urn = providerUrn(name);
    return note(disabledInPlugin(urn), config, { [urn]: inputs });
  };

  const counted = /^1 failed delivery/;
  beforeEach(() => {
    tenant.addDeliveries(id, [{ status: "failed" }]);
  });

  test("that is the default one is configured by the plugin's namespace of the stack's configuration", async () => {
    const other = { "auth0:domain": "https://other", "auth0:clientId": "other" };
    const inputs = { ...settings(), clientSecret: secret, version: "0.1.0" };
    const config = { ...settings("auth0-native:"), ...other };
    expect(await noteOf("default_0_1_0", inputs, config)).toMatch(counted);
    expect(await noteOf("default_0_1_0", inputs, other)).toMatch(/No tenant is configured/);
  });

  test("that the SDK has made of the stack's configuration is configured by that namespace", async () => {
    const inputs = { ...settings(), clientSecret: secret, configurationNamespace: "auth0" };
    expect(await noteOf("auth0", inputs, configuration())).toMatch(counted);
  });

  test("that a program configures takes its inputs, with numbers as the state has them", async () => {
    expect(await noteOf("eu", { ...settings(), maxRetries: 0 })).toMatch(counted);
  });

  test("that a program configures without a prefix does not read the environment", async () => {
    setEnvironment("");
    try {
      const { domain } = settings();
      expect(await noteOf("eu", { domain })).toMatch(
        /not counted: No credentials .*: give the Provider domain and credentials/,
      );
      expect(await noteOf("default", { domain })).toMatch(counted);
    } finally {
      for (const name of Object.keys(tenant.environment)) delete process.env[name];
    }
  });

  test("that a program configures with a prefix reads these variables of the environment", async () => {
    setEnvironment("HINT_");
    expect(await noteOf("eu", { environmentPrefix: "HINT_" })).toMatch(counted);
  });

  test("with an encrypted input is named with that input", async () => {
    expect(await noteOf("eu", { ...settings(), clientSecret: secret })).toMatch(
      /not counted: the Provider's clientSecret is encrypted in the state/,
    );
  });

  test.each([
    ["auth0-native", "default", {}],
    ["auth0", "made", { configurationNamespace: "auth0" }],
  ])("without credentials is reported with the keys %s:*", async (namespace, name, inputs) => {
    const { domain = "" } = settings();
    const config = { [`${namespace}:domain`]: domain };
    expect(await noteOf(name, inputs, config)).toContain(`(${namespace}:clientId and so on)`);
  });
});

test("drift other than a disabled stream costs no request", async () => {
  const rename = disabled({ properties: [{ path: "name", expected: "a", live: "b" }] });
  expect(await note(rename)).toBeUndefined();
  expect(tenant.requests).toEqual([]);
});

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { build } from "esbuild";
import {
  type CannedAnswer,
  type RequestRecord,
  startTenant,
  type Tenant,
} from "../../../../emulator/src";
import type { Props } from "../../../../provider/shared/json";
import {
  copyOfRepository,
  generate,
  mustRun,
  removeTemporaryFolders,
  run,
  tsc,
} from "../../../support/project";
import { isFull } from "../../../support/sample";

type Handler = typeof import("../../../../provider").rateLimitPolicy;

/** What the edit adds: one JSON value each. */
const supportContact = {
  type: "string",
  maxLength: 20,
  description: "Whom to ask about the policy: at most 20 characters. Changed in place.",
};
const windowSeconds = {
  type: "integer",
  minimum: 1,
  maximum: 3600,
  description: "Length of the window, a whole number from 1 to 3,600 seconds.",
};

/** A new branch of a union. */
const delay = {
  type: "object",
  description: "Requests over the limit wait.",
  properties: { action: { type: "string", const: "delay" }, seconds: { type: "integer" } },
  required: ["action", "seconds"],
};

/** The repository with the edit and nothing else, generated, and with its provider built. */
let copy: string;
let stale: { code: number | null; text: string };
let tenant: Tenant;
let policies: ReturnType<typeof tolerant>;

beforeAll(async () => {
  copy = copyOfRepository();
  const path = join(copy, "schema.json");
  const schema = JSON.parse(readFileSync(path, "utf8"));
  const token = (name: string) => `auth0-native:index:${name}`;
  const { inputProperties } = schema.resources[token("RateLimitPolicy")];
  inputProperties.supportContact = supportContact;
  schema.types[token("BlockConfiguration")].properties.windowSeconds = windowSeconds;
  schema.types[token("DelayConfiguration")] = delay;
  inputProperties.configuration.oneOf.push({ $ref: `#/types/${token("DelayConfiguration")}` });
  writeFileSync(path, JSON.stringify(schema));
  stale = await run(process.execPath, [...generate, "--check"], copy);
  await mustRun(process.execPath, generate, copy);
  // Checking the types takes longer than all else here.
  if (isFull) await mustRun(process.execPath, [tsc, "--noEmit"], copy);
  await build({
    absWorkingDir: copy,
    entryPoints: ["provider/index.ts"],
    outfile: "bin/provider/index.js",
    bundle: true,
    platform: "node",
    packages: "external",
  });
});

afterAll(removeTemporaryFolders);

beforeEach(async () => {
  tenant = await startTenant();
  policies = tolerant();
  tenant.answer = policies.answer;
});

afterEach(() => tenant.close());

const id = "rlp_0123456789012345678901";

/** A service that knows the new properties already: it keeps one policy as it is sent. */
function tolerant() {
  const stored: Props = {};
  const answer = ({ kind, method, body }: RequestRecord): CannedAnswer | undefined => {
    if (kind === "token") return undefined;
    const now = "2026-01-02T03:04:05.000Z";
    if (method === "POST") Object.assign(stored, { id, created_at: now });
    Object.assign(stored, body, { updated_at: now });
    return { status: method === "POST" ? 201 : 200, body: stored };
  };
  return { stored, answer };
}

/** The copy's own provider, as a state's `__provider` loads it. */
async function handler() {
  const { rateLimitPolicy }: { rateLimitPolicy: Handler } = require(join(copy, "bin", "provider"));
  const { AUTH0_DOMAIN, AUTH0_CLIENT_ID, AUTH0_CLIENT_SECRET } = tenant.environment;
  const config: Record<string, string | undefined> = {
    "auth0:domain": AUTH0_DOMAIN,
    "auth0:clientId": AUTH0_CLIENT_ID,
    "auth0:clientSecret": AUTH0_CLIENT_SECRET,
    // An explicit provider: nothing comes from the environment of this process.
    "auth0:environmentPrefix": "",
  };
  const { configure, check, diff, create, read, update } = rateLimitPolicy;
  if (!configure || !check || !diff || !read || !update) throw new Error("a function is missing");
  await configure({ config: { get: (key) => config[key], require: (key) => config[key] ?? "" } });
  return { check, diff, create, read, update };
}

/** As the engine does it: check, then create. */
async function created(program: Props) {
  const provider = await handler();
  const { inputs = {} } = await provider.check({}, program);
  const { id, outs = {} } = await provider.create(inputs);
  tenant.clearRequests();
  return { provider, id, inputs, outs };
}

const bodies = () => tenant.requests.map(({ route, body }) => ({ route, body }));

/** A program with both properties, and what it sends. */
const block = (supportContact: string, windowSeconds: number) => ({
  resource: "oauth_authentication_api",
  consumer: "client",
  consumerSelector: "default",
  configuration: { action: "block", limit: 100, windowSeconds },
  supportContact,
});
const onWire = (support_contact: string, window_seconds: number) => ({
  resource: "oauth_authentication_api",
  consumer: "client",
  consumer_selector: "default",
  configuration: { action: "block", limit: 100, window_seconds },
  support_contact,
});
const program = block("ops", 60);

/** As the process passes a state: without the code it would be one that the plugin has created. */
const withCode = (outputs: object) => ({ ...outputs, __provider: "code" });

describe("adding an optional property is one edit in schema.json", () => {
  test("types that are not generated anew are noticed", () => {
    expect(stale).toMatchObject({ code: 1, text: expect.stringContaining("npm run generate") });
  });

  test("the generated types name the properties, with their descriptions", () => {
    const types = readFileSync(join(copy, "sdk", "generated.ts"), "utf8");
    for (const line of [
      `/** ${supportContact.description} */\n  supportContact?: pulumi.Input<string | undefined>;`,
      `/** ${supportContact.description} */\n  declare readonly supportContact: pulumi.Output<string | undefined>;`,
      `/** ${windowSeconds.description} */\n  windowSeconds?: pulumi.Input<number | undefined>;`,
      `/** ${windowSeconds.description} */\n  windowSeconds?: number | undefined;`,
    ]) {
      expect(types.split(line)).toHaveLength(2);
    }
  });

  test("a new branch of a union excludes the others in the types", () => {
    const types = readFileSync(join(copy, "sdk", "generated.ts"), "utf8");
    const refusing = (key: string) =>
      [...types.matchAll(/interface (\w+)ConfigurationArgs \{([^}]*)\}/g)]
        .filter(([, , body]) => body?.includes(`${key}?: undefined;`))
        .map(([, name]) => name);
    expect(refusing("seconds")).toEqual(["Allow", "Block", "Log", "Redirect"]);
    expect(refusing("limit")).toEqual(["Allow", "Delay"]);
  });

  test("check accepts both, and refuses values beyond their limits", async () => {
    const { check } = await handler();
    expect(await check({}, program)).toEqual({ inputs: program, failures: [] });
    const { failures = [] } = await check({}, block("x".repeat(21), 3601));
    expect(failures.map(({ reason }) => reason).sort()).toEqual([
      expect.stringMatching(/^configuration\.windowSeconds .*1 to 3,600/),
      expect.stringMatching(/^supportContact .*at most 20 characters/),
    ]);
  });

  test("create sends both under their names of the wire", async () => {
    const provider = await handler();
    const { outs } = await provider.create(program);
    const requests = bodies().filter(({ route }) => route?.includes("polic"));
    expect(requests).toEqual([{ route: "POST /rate-limit-policies", body: onWire("ops", 60) }]);
    expect(outs).toMatchObject(program);
  });

  test.each([
    [block("desk", 60), { support_contact: "desk" }],
    [block("ops", 90), { configuration: onWire("ops", 90).configuration }],
  ])("a change of one is a PATCH of its top-level key (%#)", async (changed, patch) => {
    const { provider, id, outs } = await created(program);
    expect(await provider.diff(id, outs, changed)).toMatchObject({ replaces: [] });
    expect((await provider.update(id, outs, changed)).outs).toMatchObject(changed);
    expect(bodies()).toEqual([{ route: "PATCH /rate-limit-policies/{id}", body: patch }]);
  });

  test("read brings both back, and nothing is a difference", async () => {
    const { provider, id, inputs, outs } = await created(program);
    const { props = {}, ...read } = await provider.read(id, outs);
    expect(read).toEqual({ id, inputs: program });
    expect(props).toEqual(outs);
    expect(await provider.diff(id, withCode(props), inputs)).toMatchObject({ changes: false });
  });

  test("a change behind the program's back is read, and is a difference", async () => {
    const { provider, id, inputs, outs } = await created(program);
    Object.assign(policies.stored, onWire("someone", 120));
    const { props = {}, inputs: live } = await provider.read(id, outs);
    expect(live).toEqual(block("someone", 120));
    expect(await provider.diff(id, props, inputs)).toMatchObject({ replaces: [] });
  });

  test("removed from the program, the top-level one is kept and the nested one is not", async () => {
    const { provider, inputs } = await created(program);
    const { supportContact: _contact, configuration, ...rest } = program;
    const { windowSeconds: _seconds, ...nested } = configuration;
    const { inputs: next } = await provider.check(inputs, { ...rest, configuration: nested });
    expect(next).toEqual({ ...program, configuration: nested });
  });
});

import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import * as pulumi from "@pulumi/pulumi";
import { startTenant, type Tenant } from "../../emulator/src";
import { EventStream, GuardianFcmv1Provider, Provider, RateLimitPolicy } from "../../sdk";
import { type AdapterPath, chooseAdapter, resetAdapter } from "../../sdk/adapter";
import { stackProviderName } from "../../sdk/stackProvider";
import { addPlugin } from "../support/engine/pluginFolder";
import type { Run, TestStack } from "../support/engine/stack";
import type { StateResource } from "../support/engine/stateFile";
import { withTenant } from "../support/engine/tenantAndStack";
import { action, authorizations, webhook } from "../support/values/eventStream";
import { everything } from "../support/values/everything";
import { serverCredentials } from "../support/values/guardianFcmv1Provider";
import { samples } from "../support/values/kinds";
import { policyFor } from "../support/values/rateLimitPolicy";

const engine = withTenant({ clientId: "eu", clientSecret: "canary-eu-secret" });
let us: Tenant;

beforeAll(async () => {
  us = await startTenant({ clientId: "us", clientSecret: "canary-us-secret" });
});
afterAll(() => us.close());

const dynamicPath = "pulumi-auth0-native/dynamic";
const pluginPath = "pulumi-auth0-native/plugin";

/** A program as it runs with one of the import paths. */
function importing(path: AdapterPath | undefined, program: () => void) {
  return async () => {
    resetAdapter();
    if (path) chooseAdapter(path);
    program();
  };
}

/** A stack that `auth0:*` configures, in a project that names the plugin. */
async function newStack(): Promise<TestStack> {
  const stack = await engine.newStack(
    {},
    {
      "auth0:domain": engine.tenant.url,
      "auth0:clientId": "eu",
      "auth0:clientSecret": "canary-eu-secret",
    },
  );
  addPlugin({ folder: stack.home });
  return stack;
}

interface Outcome {
  /** The engine's summary of what changed, providers included. */
  changes: string;
  steps: string[];
  /** The requests to both tenants that change something. */
  writes: string[];
  resources: StateResource[];
}

/** Runs a command that must succeed. */
async function outcome(stack: TestStack, command: () => Promise<Run>): Promise<Outcome> {
  us.clearRequests();
  const { result, requests } = await engine.during(command);
  if (result.code !== 0) throw new Error(result.text);
  const { resources } = await stack.state();
  const all = [...requests, ...us.apiRequests()];
  return {
    changes: [...result.text.matchAll(/^ +[-+~]+ \d+ \w+$/gm)]
      .map(([line]) => line.trim())
      .join(", "),
    steps: result.steps,
    writes: all.filter((line) => !line.startsWith("GET ")),
    // A stack without resources has no list of them.
    resources: resources ?? [],
  };
}

const nameOf = (urn: string) => urn.slice(urn.lastIndexOf("::") + 2);

const pushCredentials = { serverCredentials: serverCredentials };

/** A stream without a provider of its own, and a policy below it. */
class Team extends pulumi.ComponentResource {
  constructor(name: string, opts?: pulumi.ComponentResourceOptions) {
    super("test:index:Team", name, {}, opts);
    const args = { name, destination: webhook(authorizations.basic) };
    const parent = new EventStream(`${name}-stream`, args, { parent: this });
    new RateLimitPolicy(`${name}-limit`, policyFor(`client_id:${name}`, { action: "allow" }), {
      parent,
    });
  }
}

const more = 6;
/** The resources of the first version: every sample, two teams of two, and these. */
const count = samples.length + 7 + more;

/**
 * Declares resources of every kind in two tenants, with an explicit provider. The second version is for the
 * plugin, and updates a stream, replaces a policy, and adds a policy.
 */
const program = (version: 1 | 2) => () => {
  const clientSecret = "canary-us-secret";
  const other = new Provider("us", { domain: us.url, clientId: "us", clientSecret });
  everything();
  new GuardianFcmv1Provider("us-push", pushCredentials, { provider: other });
  new Team("crm");
  new Team("shop", { providers: [other] });
  for (let index = 0; index < more; index++) {
    const args = policyFor(`client_id:${index}`, { action: "log", limit: index });
    new RateLimitPolicy(`more-${index}`, args, { provider: other });
  }
  new EventStream("changed", { name: `changed-${version}`, destination: action() });
  new RateLimitPolicy("replaced", policyFor(`client_id:v${version}`, { action: "allow" }));
  if (version === 2) new RateLimitPolicy("added", policyFor("client_id:new", { action: "allow" }));
};

/** The resources of the package, by name. */
function ownOf(run: Outcome | undefined): (StateResource & StateLinks)[] {
  const types = /^(auth0-native:index|pulumi-nodejs:dynamic\/auth0-native):/;
  const own = (run?.resources ?? []).filter(({ type }) => types.test(type));
  return own.sort((a, b) => (nameOf(a.urn) < nameOf(b.urn) ? -1 : 1));
}

interface StateLinks {
  parent?: string;
  provider?: string;
  dependencies?: string[];
}

/** The resources without the engine's notes about the run that wrote them. */
const statesOf = (run: Outcome | undefined) =>
  ownOf(run).map(({ urn, id, parent, dependencies, inputs, outputs }) => ({
    urn,
    id,
    parent,
    dependencies,
    inputs,
    outputs,
  }));

/** The state after a move, with the plugin's types, and with the code only in the outputs. */
function servedByPlugin(resources: ReturnType<typeof statesOf>) {
  const types = (urn?: string) =>
    urn?.replaceAll("pulumi-nodejs:dynamic/auth0-native:", "auth0-native:index:");
  return resources.map(({ inputs: { __provider, ...inputs }, ...each }) => ({
    ...each,
    inputs,
    urn: types(each.urn),
    parent: types(each.parent),
  }));
}

const providersIn = (run: Outcome | undefined) =>
  (run?.resources ?? [])
    .filter(({ type }) => type.startsWith("pulumi:providers:"))
    .map(({ type, urn }) => `${type.slice("pulumi:providers:".length)} ${nameOf(urn)}`)
    .sort();

describe("resources that move to the plugin and back", () => {
  const runs: Partial<Record<"created" | "moved" | "refreshed" | "changed" | "back", Outcome>> = {};
  let stack: TestStack;

  beforeAll(async () => {
    stack = await newStack();
    const up = (path: AdapterPath | undefined, version: 1 | 2) =>
      outcome(stack, () => stack.up(importing(path, program(version))));
    runs.created = await up(undefined, 1);
    runs.moved = await up(pluginPath, 1);
    runs.refreshed = await outcome(stack, () => stack.refresh());
    runs.changed = await up(pluginPath, 2);
    runs.back = await up(dynamicPath, 2);
  });

  test("are written when they are created, and not when they move", () => {
    const { created, moved, refreshed, back } = runs;
    expect(ownOf(created)).toHaveLength(count);
    expect(created?.writes).toHaveLength(count);
    expect([moved?.writes, refreshed?.writes, back?.writes]).toEqual([[], [], []]);
    expect([moved?.steps, refreshed?.steps]).toEqual([[], []]);
  });

  test("change nothing but the explicit providers, by the engine's own count", () => {
    // The provider of the program, and the one of the stack's configuration.
    expect(runs.moved?.changes).toBe("+ 2 created, - 1 deleted");
    expect(providersIn(runs.moved)).toEqual([
      `auth0-native ${stackProviderName}`,
      "auth0-native us",
    ]);
    expect(providersIn(runs.back)).toEqual(providersIn(runs.created));
  });

  test("have the plugin's types in the state, and their provider's code only in the outputs", () => {
    const expected = servedByPlugin(statesOf(runs.created));
    expect(statesOf(runs.moved)).toEqual(expected);
    expect(statesOf(runs.refreshed)).toEqual(expected);
  });

  test("use the providers that the program gives them", () => {
    const tenants = ownOf(runs.refreshed).map(({ urn, provider, outputs }) => [
      nameOf(urn),
      provider?.split("::").at(-2),
      outputs.tenant,
    ]);
    expect(tenants).toEqual(
      expect.arrayContaining([
        ["push", stackProviderName, engine.tenant.domain],
        ["crm-limit", stackProviderName, engine.tenant.domain],
        ["shop-limit", "us", us.domain],
        ["us-push", "us", us.domain],
      ]),
    );
  });

  test("keep the code when the plugin updates them, and lack it when the plugin creates them", () => {
    expect(runs.changed?.writes.sort()).toEqual([
      expect.stringMatching(/^DELETE \/rate-limit-policies\//),
      expect.stringMatching(/^PATCH \/event-streams\//),
      "POST /rate-limit-policies",
      "POST /rate-limit-policies",
    ]);
    // An update that only writes the code sends nothing.
    expect(runs.back?.steps.sort()).toEqual(["update added", "update replaced"]);
    for (const { inputs, outputs } of ownOf(runs.back)) {
      expect(outputs.__provider).toMatch(/^exports\.handler = /);
      expect(inputs.__provider).toBe(outputs.__provider);
    }
  });

  test("have their former state when they are back", () => {
    const touched = /::(changed|replaced|added)$/;
    const untouched = (run: Outcome | undefined) =>
      statesOf(run).filter(({ urn }) => !touched.test(urn));
    expect(untouched(runs.back)).toEqual(untouched(runs.created));
  });
});

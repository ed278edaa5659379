import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import * as pulumi from "@pulumi/pulumi";
import { startTenant, type Tenant } from "../../emulator/src";
import { EventStream, GuardianFcmv1Provider, Provider, RateLimitPolicy } from "../../sdk";
import { type AdapterPath, chooseAdapter, resetAdapter } from "../../sdk/adapter";
import { stackProviderName } from "../../sdk/stackProvider";
import { writePluginFolder } from "../support/engine/pluginFolder";
import { type Run, readAll, type TestStack } from "../support/engine/stack";
import type { StateResource } from "../support/engine/stateFile";
import { withTenant } from "../support/engine/tenantAndStack";
import {
  action,
  authorizations,
  canaries,
  policies,
  policy,
  streams,
  webhook,
} from "../support/values/samples";

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
  const environment = {
    EU_AUTH0_DOMAIN: engine.tenant.url,
    EU_AUTH0_CLIENT_ID: "eu",
    EU_AUTH0_CLIENT_SECRET: "canary-eu-secret",
  };
  const stack = await engine.newStack(environment, {
    "auth0:domain": engine.tenant.url,
    "auth0:clientId": "eu",
    "auth0:clientSecret": "canary-eu-secret",
  });
  const { workspace } = stack.stack;
  const path = writePluginFolder(join(stack.home, "plugin"));
  const settings = await workspace.projectSettings();
  // Pulumi's type declarations leave the plugins out.
  const plugins = { providers: [{ name: "auth0-native", path }] };
  await workspace.saveProjectSettings(Object.assign(settings, { plugins }));
  return stack;
}

interface Outcome {
  /** The engine's summary of what changed, providers included. */
  changes: string;
  steps: string[];
  /** The requests to both tenants that are not reads. */
  writes: string[];
  resources: StateResource[];
}

/** Runs a command that must succeed. */
async function outcome(stack: TestStack, command: () => Promise<Run>): Promise<Outcome> {
  us.clearRequests();
  const { result, requests } = await engine.during(command);
  if (result.code !== 0) throw new Error(result.text);
  const { resources } = await stack.state();
  return {
    changes: [...result.text.matchAll(/^ +[-+~]+ \d+ \w+$/gm)]
      .map(([line]) => line.trim())
      .join(", "),
    steps: result.steps,
    writes: [...requests, ...us.apiRequests()].filter((line) => !line.startsWith("GET ")),
    // A stack without resources has no list of them.
    resources: resources ?? [],
  };
}

const nameOf = (urn: string) => urn.slice(urn.lastIndexOf("::") + 2);

const pushCredentials = { serverCredentials: canaries.serverCredentials };

/** A stream without a provider of its own, and a policy below it. */
class Team extends pulumi.ComponentResource {
  constructor(name: string, opts?: pulumi.ComponentResourceOptions) {
    super("test:index:Team", name, {}, opts);
    const args = { name, destination: webhook(authorizations.basic) };
    const parent = new EventStream(`${name}-stream`, args, { parent: this });
    new RateLimitPolicy(`${name}-limit`, policy(`client_id:${name}`, { action: "allow" }), {
      parent,
    });
  }
}

const logging = (limit: number) => ({ action: "log" as const, limit });

/** 60 resources of every kind, in two tenants, with two explicit providers. */
function program(): void {
  const eu = new Provider("eu", { environmentPrefix: "EU_" });
  const other = new Provider("us", {
    domain: us.url,
    clientId: "us",
    clientSecret: "canary-us-secret",
  });
  for (const [name, args] of Object.entries(streams)) new EventStream(name, args);
  for (const [name, args] of Object.entries(policies)) new RateLimitPolicy(`${name}-limit`, args);
  new GuardianFcmv1Provider("push", pushCredentials);
  new GuardianFcmv1Provider("us-push", pushCredentials, { provider: other });
  new Team("crm");
  new Team("shop", { providers: [other] });
  for (let index = 0; index < 45; index++) {
    const name = `more-${index}`;
    const args = { name, destination: action(name) };
    if (index % 2) new EventStream(name, args, { provider: eu });
    else
      new RateLimitPolicy(name, policy(`client_id:${name}`, logging(index)), { provider: other });
  }
}

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

/** The same, without what the engine notes about the run that wrote it. */
const statesOf = (run: Outcome | undefined) =>
  ownOf(run).map(({ urn, id, parent, dependencies, inputs, outputs }) => ({
    urn,
    id,
    parent,
    dependencies,
    inputs,
    outputs,
  }));

/** The state that a move writes: the dynamic types become the plugin's, and the code is in the outputs only. */
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

describe("60 resources that move to the plugin and back", () => {
  const steps = [
    "created",
    "moved",
    "refreshed",
    "movedBack",
    "refreshedBack",
    "again",
    "plain",
  ] as const;
  type Step = (typeof steps)[number];
  const runs: Partial<Record<Step, Outcome>> = {};

  beforeAll(async () => {
    const stack = await newStack();
    const up = (path?: AdapterPath) => stack.up(importing(path, program));
    const commands: Record<Step, () => Promise<Run>> = {
      created: () => up(),
      moved: () => up(pluginPath),
      refreshed: () => stack.refresh(),
      movedBack: () => up(dynamicPath),
      refreshedBack: () => stack.refresh(),
      again: () => up(dynamicPath),
      plain: () => up(),
    };
    for (const step of steps) runs[step] = await outcome(stack, commands[step]);
  });

  test("are written when they are created, and never again", () => {
    const { created, ...others } = runs;
    expect(ownOf(created)).toHaveLength(60);
    expect(created?.writes).toHaveLength(60);
    for (const { writes, steps: changed } of Object.values(others)) {
      expect([writes, changed]).toEqual([[], []]);
    }
  });

  test("change nothing but the explicit providers, by the engine's own count", () => {
    const counts = Object.fromEntries(steps.map((step) => [step, runs[step]?.changes]));
    expect(counts).toEqual({
      created: "+ 65 created",
      // The two providers of the program, and the one of the stack's configuration.
      moved: "+ 3 created, - 2 deleted",
      refreshed: "",
      movedBack: "+ 2 created, - 3 deleted",
      refreshedBack: "",
      again: "",
      plain: "",
    });
    expect(providersIn(runs.moved)).toEqual([
      `auth0-native ${stackProviderName}`,
      "auth0-native eu",
      "auth0-native us",
    ]);
    expect(providersIn(runs.plain)).toEqual(providersIn(runs.created));
  });

  test("have the plugin's types in the state, and their provider's code in the outputs only", () => {
    const expected = servedByPlugin(statesOf(runs.created));
    expect(statesOf(runs.moved)).toEqual(expected);
    expect(statesOf(runs.refreshed)).toEqual(expected);
  });

  test("have the state from before when they are back", () => {
    for (const step of ["movedBack", "refreshedBack", "again", "plain"] as const) {
      expect(statesOf(runs[step])).toEqual(statesOf(runs.created));
    }
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
        ["more-1", "eu", engine.tenant.domain],
        ["shop-limit", "us", us.domain],
        ["us-push", "us", us.domain],
      ]),
    );
  });
});

describe("resources that the plugin has created", () => {
  const program = (name: string) => () => {
    new EventStream("stream", { name, destination: webhook(authorizations.basic) });
    new RateLimitPolicy("limit", policy(`client_id:${name}`, { action: "allow" }));
    new GuardianFcmv1Provider("push", pushCredentials);
  };
  let stack: TestStack;

  beforeAll(async () => {
    stack = await newStack();
    await outcome(stack, () => stack.up(importing(pluginPath, program("one"))));
  });

  test("get the code of their provider by an update that sends nothing when they become dynamic", async () => {
    const back = await outcome(stack, () => stack.up(importing(dynamicPath, program("one"))));
    expect(back.steps.sort()).toEqual(["update limit", "update push", "update stream"]);
    expect([...engine.tenant.apiRequests(), ...back.writes]).toEqual([]);
    for (const { inputs, outputs } of ownOf(back)) {
      expect(outputs.__provider).toMatch(/^exports\.handler = /);
      expect(inputs.__provider).toBe(outputs.__provider);
      expect(outputs).toMatchObject(inputs);
    }

    const refreshed = await outcome(stack, () => stack.refresh());
    expect(refreshed.changes).toBe("");
    expect(statesOf(refreshed)).toEqual(statesOf(back));
  });

  test("keep it when the plugin updates them, and lack it when the plugin replaces them", async () => {
    const changed = await outcome(stack, () => stack.up(importing(pluginPath, program("two"))));
    expect(changed.steps.sort()).toEqual([
      "create-replacement limit ~consumerSelector",
      "delete-replaced limit",
      "replace limit ~consumerSelector",
      "update stream ~name",
    ]);
    expect(changed.writes.sort()).toEqual([
      expect.stringMatching(/^DELETE \/rate-limit-policies\//),
      expect.stringMatching(/^PATCH \/event-streams\//),
      "POST /rate-limit-policies",
    ]);

    const back = await outcome(stack, () => stack.up(importing(dynamicPath, program("two"))));
    expect([back.steps, back.writes]).toEqual([["update limit"], []]);

    const destroyed = await outcome(stack, () => stack.destroy());
    expect(destroyed.writes.sort()).toEqual([
      expect.stringMatching(/^DELETE \/event-streams\//),
      expect.stringMatching(/^DELETE \/rate-limit-policies\//),
    ]);
    expect(destroyed.resources).toEqual([]);
  });

  test("leave no secret in any state, journal or backup", () => {
    const written = readAll(stack.home);
    expect(written).toContain("hooks.example.com");
    for (const secret of [canaries.password, "canary-firebase"]) {
      expect(written).not.toContain(secret);
    }
  });
});

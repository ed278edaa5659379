import { cpSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { stringify } from "yaml";
import {
  dynamicPackage,
  pluginPackage,
  pluginTypeToken,
  typeToken,
} from "../../provider/stateContract";
import { jsProject, type Project } from "../support/engine/jsProject";
import { writePluginFolder } from "../support/engine/pluginFolder";
import { root } from "../support/project";
import { hook } from "../support/values/eventStream";
import { push as pushInputs } from "../support/values/guardianFcmv1Provider";
import { policy } from "../support/values/rateLimitPolicy";

// A preview sends no request, so there is no tenant.
const environment = { AUTH0_DOMAIN: "example.auth0.com", AUTH0_API_TOKEN: "unused" };

/** The language host that the tests build can't start a policy pack, so the engine runs this file instead. */
const analyzer = `#!/bin/sh\ncd "$(dirname "$0")"\nexec node node_modules/@pulumi/pulumi/cmd/run-policy-pack "$1" "$PWD"\n`;

let project: Project;
let pack: string;

beforeAll(async () => {
  project = await jsProject(environment, "", { inline: true });
  pack = join(project.folder, "policy");
  cpSync(join(root, "examples", "policy"), pack, { recursive: true });
  symlinkSync(join(root, "node_modules"), join(pack, "node_modules"));
  writeFileSync(join(pack, "analyzer"), analyzer, { mode: 0o755 });
  const plugins = {
    providers: [{ name: pluginPackage, path: writePluginFolder(join(project.folder, "plugin")) }],
  };
  const file = join(project.folder, "Pulumi.yaml");
  writeFileSync(file, stringify({ name: "test", runtime: "nodejs", plugins }));
});
afterAll(() => project.remove());

/** A program with two streams, and a policy that only logs, of the dynamic provider and of the plugin. */
const program = (webhookEndpoint: string) => {
  const stream = hook({ webhookEndpoint });
  const logged = policy({
    consumerSelector: "default",
    configuration: { action: "log", limit: 0 },
  });
  const blocking = { ...logged, configuration: { action: "block", limit: 0 } };
  const accepted = hook({ webhookEndpoint: "https://crm.example.com/hooks" });
  return `
    const { EventStream, RateLimitPolicy } = require("pulumi-auth0-native");
    const { CustomResource } = require("@pulumi/pulumi");
    const [stream, accepted, blocking, logged] = ${JSON.stringify([stream, accepted, blocking, logged])};
    const protect = { protect: true };
    new EventStream("one", stream);
    new EventStream("two", { ...accepted, name: "two" }, protect);
    new RateLimitPolicy("one", blocking);
    new CustomResource("${pluginTypeToken("EventStream")}", "one", stream);
    new CustomResource("${pluginTypeToken("EventStream")}", "two", { ...accepted, name: "two" }, protect);
    new CustomResource("${pluginTypeToken("RateLimitPolicy")}", "one", blocking);
    new CustomResource("${pluginTypeToken("RateLimitPolicy")}", "two", logged);`;
};

test("examples/policy rejects other hosts, a default limit of 0, and unprotected streams", async () => {
  project.write(program("https://crm.example.com.evil.example/hooks?key=canary"));
  // Pipelines set these variables too.
  project.env.PULUMI_OPTION_POLICY_PACK = join(pack, "analyzer");
  project.env.PULUMI_OPTION_POLICY_PACK_CONFIG = join(pack, "config.json");
  const { code, text } = await project.pulumi("preview");
  expect(code).not.toBe(0);
  for (const [name, kind] of [
    ["allowed-webhook-hosts", "EventStream"],
    ["no-default-limit-0", "RateLimitPolicy"],
    ["protected-streams", "EventStream"],
  ] as const) {
    for (const type of [typeToken(kind), pluginTypeToken(kind)]) {
      expect(text).toContain(`[mandatory]  ${name}  (${type}: one)`);
    }
  }
  expect(text).toContain("crm.example.com.evil.example isn't an allowed host");
  expect(text).not.toContain("canary");
  // It accepts protected streams to an allowed host, and a limit of 0 that is only logged.
  expect(text.match(/\[mandatory\]/g)).toHaveLength(6);
});

test.each([
  ["pulumi-auth0-native", typeToken, dynamicPackage],
  ["pulumi-auth0-native/plugin", pluginTypeToken, pluginPackage],
])(
  "policies by class of %s run for the resources of that form alone",
  async (path, tokenOf, of) => {
    project.write(`
    const auth0 = require("pulumi-auth0-native");
    const { CustomResource, ProviderResource } = require("@pulumi/pulumi");
    const [stream, limit] = ${JSON.stringify([hook({}), policy({ consumerSelector: "default" })])};
    const push = ${JSON.stringify(pushInputs())};
    const settings = ${JSON.stringify({ domain: "a.auth0.com", apiToken: "unused" })};
    new auth0.EventStream("it", stream);
    new auth0.RateLimitPolicy("it", limit);
    new auth0.GuardianFcmv1Provider("it", push);
    new auth0.Provider("it", settings);
    new CustomResource("${pluginTypeToken("EventStream")}", "it", stream);
    new CustomResource("${pluginTypeToken("RateLimitPolicy")}", "it", limit);
    new CustomResource("${pluginTypeToken("GuardianFcmv1Provider")}", "it", push);
    new (class extends ProviderResource {})("${pluginPackage}", "it", settings);`);
    const byClass = `
    const { PolicyPack, remediateResourceOfType, validateResourceOfType } = require("@pulumi/policy");
    const auth0 = require("${path}");
    const policies = ["EventStream", "RateLimitPolicy", "GuardianFcmv1Provider", "Provider"].map((name) => ({
      name: "of-" + name,
      description: name,
      validateResource: validateResourceOfType(auth0[name], (_, args, report) => {
        const others = Object.values(auth0).filter((each) => each !== auth0[name]);
        if (!others.some((each) => each.prototype && args.isType(each))) report("of that type alone");
      }),
    }));
    policies.push({
      name: "remediate",
      description: "Limits",
      enforcementLevel: "remediate",
      remediateResource: remediateResourceOfType(auth0.RateLimitPolicy, (props) => {
        props.consumerSelector = "cimd_clients";
        return props;
      }),
    });
    new PolicyPack("auth0-native", { enforcementLevel: "mandatory", policies });`;
    writeFileSync(join(pack, "index.js"), byClass);
    project.env.PULUMI_OPTION_POLICY_PACK = join(pack, "analyzer");
    delete project.env.PULUMI_OPTION_POLICY_PACK_CONFIG;
    const { text } = await project.pulumi("preview");
    const violations = text.match(/(?<=\[mandatory\] {2})of-.*: it\)/g);
    expect(violations).toEqual(
      ["EventStream", "GuardianFcmv1Provider", "Provider", "RateLimitPolicy"].map((name) => {
        const type = name === "Provider" ? `pulumi:providers:${of}` : tokenOf(name);
        return `of-${name}  (${type}: it)`;
      }),
    );
    expect(text.match(/of that type alone/g)).toHaveLength(5);
    expect(text).toContain("[remediate]  remediate  (1 resource)");
  },
);

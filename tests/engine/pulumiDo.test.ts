import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { startTenant, type Tenant } from "../../emulator/src";
import { packageVersion } from "../../provider/schema/packageSchema";
import { jsProject, type Project } from "../support/engine/jsProject";
import { writePluginFolder } from "../support/engine/pluginFolder";
import { readAll } from "../support/engine/stack";
import { manyPolicies } from "../support/tenant/many";
import { leaksIn } from "../support/values/leaks";

// `pulumi do`, and providers without inputs, which read the environment.

let us: Tenant;
let eu: Tenant;
let project: Project;

beforeAll(async () => {
  us = await startTenant();
  eu = await startTenant({ clientId: "eu", clientSecret: "canary-eu-secret" });
  const euVariables = Object.entries(eu.environment).map(([name, value]) => [`EU_${name}`, value]);
  const environment = { ...us.environment, ...Object.fromEntries(euVariables) };
  project = await jsProject(environment, "", { inline: true });
  // Where `pulumi plugin install` writes it: `pulumi do` does not read `plugins` of Pulumi.yaml.
  const plugins = join(project.folder, "home", "plugins");
  writePluginFolder(join(plugins, `resource-auth0-native-v${packageVersion}`));
});
afterAll(async () => {
  project.remove();
  for (const tenant of [us, eu]) await tenant.close();
});

/** Runs `pulumi do` on a kind of resource; with inputs, from a file. */
async function pulumiDo(kind: string, command: string, inputs = "") {
  const file = join(project.folder, "inputs.pp");
  writeFileSync(file, inputs);
  // Pulumi installs the converter for YAML, the default, when it is first used.
  const input = inputs === "" ? [] : ["--input=pcl", `--input-file=${file}`];
  us.clearRequests();
  const args = [`auth0-native:${kind}`, ...command.split(" "), ...input];
  const { code, text } = await project.pulumi("do", ...args);
  rmSync(file);
  return { code, text, requests: us.apiRequests() };
}

const stream = `
  name = "crm"
  destination = { type = "webhook", configuration = {
    webhookEndpoint = "https://crm.example.com/hook"
    webhookAuthorization = { method = "bearer", token = "canary-token" }
  } }
`;

test("list prints the objects that a filter selects", async () => {
  manyPolicies(us, 60);
  const [policyId, { consumer_selector: selector } = {}] = [...us.policies][7] ?? [];
  const found = await pulumiDo("RateLimitPolicy", `list --consumer-selector ${selector}`);
  expect(JSON.parse(found.text)).toEqual([{ id: policyId, name: selector }]);
});

test("an EventStream is created, read, and deleted without a state", async () => {
  const created = await pulumiDo("EventStream", "create --stateless --yes", stream);
  expect(created.code).toBe(0);
  const id = [...us.streams.keys()].at(-1) ?? "";
  const read = await pulumiDo("EventStream", `read ${id} --output json`);
  expect(JSON.parse(read.text)).toMatchObject({ id, tenant: us.domain });
  const deleted = await pulumiDo("EventStream", `delete ${id} --stateless --yes`);
  expect(deleted.requests.at(-1)).toMatch(new RegExp(`^DELETE .*${id}$`));

  const printed = [created, read, deleted].map(({ text }) => text).join("");
  expect(leaksIn(printed + readAll(project.folder))).toEqual([]);
});

/** A policy of the plugin and one of the dynamic provider, each with a provider without inputs. */
const program = (options: object) => `
  const { CustomResource, ProviderResource } = require("@pulumi/pulumi");
  const { Provider, RateLimitPolicy } = require("pulumi-auth0-native");
  const options = ${JSON.stringify(options)};
  const policy = (consumerSelector) => ({
    resource: "oauth_authentication_api", consumer: "client", consumerSelector,
    configuration: { action: "log", limit: 5 },
  });
  const plugin = new ProviderResource("auth0-native", "eu", {}, options);
  new CustomResource("auth0-native:index:RateLimitPolicy", "default", policy("default"), { provider: plugin });
  const dynamic = new Provider("eu", {}, options);
  new RateLimitPolicy("cimd", policy("cimd_clients"), { provider: dynamic });
`;
const envVarMappings = Object.fromEntries(
  ["AUTH0_DOMAIN", "AUTH0_CLIENT_ID", "AUTH0_CLIENT_SECRET"].map((name) => [`EU_${name}`, name]),
);

test("a provider without inputs reads envVarMappings, and objects keep their tenant", async () => {
  project.write(program({ envVarMappings }));
  const up = await project.pulumi("up", "--yes", "--skip-preview");
  expect(up.code).toBe(0);
  expect([eu.policies.size, readAll(project.folder).includes("canary")]).toEqual([2, false]);

  us.clearRequests();
  project.write(program({}));
  const moved = await project.pulumi("preview");
  expect(moved.text).toContain(
    `RateLimitPolicy belongs to the tenant ${eu.domain}, but ${us.domain} is configured. Nothing was sent.`,
  );
  expect(us.requests).toEqual([]);
  // The engine has not started the process with the mapping.
  const urn = "urn:pulumi:test::test::pulumi:providers:auth0-native::eu";
  const done = await pulumiDo("RateLimitPolicy", `list --provider ${urn}`);
  await expect(done).toMatchObject({ code: 1, requests: [] });
  expect(done.text).toContain("The provider has envVarMappings, which Pulumi doesn't apply here");
});

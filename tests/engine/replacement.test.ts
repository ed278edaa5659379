import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { startTenant, type Tenant } from "../../emulator/src";
import { jsProject, type Project } from "../support/engine/jsProject";
import { addPlugin } from "../support/engine/pluginFolder";

// By the plugin; changes.test.ts has the replacements of the dynamic provider.

let tenant: Tenant;
let project: Project;

beforeAll(async () => {
  tenant = await startTenant();
  project = await jsProject(tenant.environment, "", { inline: true });
  addPlugin(project);
});
afterAll(async () => {
  project.remove();
  await tenant.close();
});

const replaceOnChanges = ["configuration"];

const program = (version: number, options: object = { replaceOnChanges }) => `
  const { CustomResource } = require("@pulumi/pulumi");
  const resource = (type, name, args, options) =>
    new CustomResource("auth0-native:index:" + type, name, args, options);
  resource("EventStream", "crm", {
    name: "crm", destination: { type: "action", configuration: { actionId: "${version}" } },
  });
  resource("RateLimitPolicy", "all", {
    resource: "oauth_authentication_api", consumer: "client", consumerSelector: "default",
    configuration: { action: "block", limit: ${version} },
  }, ${JSON.stringify(options)});`;

async function up(text: string) {
  project.write(text);
  tenant.clearRequests();
  const { code, text: printed } = await project.pulumi("up", "--yes", "--skip-preview");
  const writes = tenant.apiRequests().filter((request) => !request.startsWith("GET"));
  return { code, text: printed, writes: writes.map((request) => request.replace(/\w+_\w+$/, "")) };
}

test("a stream of another type, and a policy that replaceOnChanges replaces, are deleted first", async () => {
  expect((await up(program(1))).code).toBe(0);
  const replaced = await up(program(2));
  expect(replaced.code).toBe(0);
  expect(replaced.text).toContain("deletes it first, since the new one has the same name");
  for (const path of ["/event-streams", "/rate-limit-policies"])
    expect(replaced.writes.filter((request) => request.includes(path))).toEqual([
      `DELETE ${path}/`,
      `POST ${path}`,
    ]);
});

test("a tainted policy conflicts with itself, and the message names deleteBeforeReplace before adoption", async () => {
  const urn = "urn:pulumi:test::test::auth0-native:index:RateLimitPolicy::all";
  expect((await project.pulumi("state", "taint", urn, "--yes")).code).toBe(0);
  const { code, text } = await up(program(2));
  expect(code).not.toBe(0);
  expect(text).toMatch(/409 .*deleteBeforeReplace: true.*to adopt it, run/);
  const { writes } = await up(program(2, { replaceOnChanges, deleteBeforeReplace: true }));
  expect(writes).toEqual(["DELETE /rate-limit-policies/", "POST /rate-limit-policies"]);
});

import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { startTenant, type Tenant } from "../../emulator/src";
import { jsProject, type Project } from "../support/engine/jsProject";
import { addPlugin } from "../support/engine/pluginFolder";

// Objects that get in the way of their own replacement, by the plugin; changes.test.ts has those of the dynamic
// provider, and tests/contract/pluginOwners.test.ts two resources for one object. Each test continues where the
// one before it stopped.

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

const resource = (type: string, name: string, args: object, options: object = {}) =>
  `new CustomResource("auth0-native:index:${type}", "${name}", ${JSON.stringify(args)}, ${JSON.stringify(options)});`;

const streamWith = (actionId: string, name: string, options?: object) =>
  resource(
    "EventStream",
    name,
    { name: "crm", destination: { type: "action", configuration: { actionId } } },
    options,
  );

/** Streams of these names in the program and options; all have one name in the tenant. */
const streams = (...all: [name: string, options?: object][]) =>
  all.map(([name, options]) => streamWith("2", name, options)).join("\n");

const replaceOnChanges = ["configuration"];
const kept = { retainOnDelete: true };
const streamAndPolicy = (
  version: number,
  options: object = { replaceOnChanges },
  ofStream?: object,
) => {
  const configuration = { action: "block", limit: version };
  const key = { resource: "oauth_authentication_api", consumer: "client" };
  const policy = { ...key, consumerSelector: "default", configuration };
  return `${streamWith(`${version}`, "crm", ofStream)}\n${resource("RateLimitPolicy", "all", policy, options)}`;
};

function run(resources: string, ...args: string[]) {
  project.write(`const { CustomResource } = require("@pulumi/pulumi");\n${resources}`);
  tenant.clearRequests();
  return project.pulumi(...args);
}

async function up(resources: string, ...args: string[]) {
  const { code, text } = await run(resources, "up", "--yes", "--skip-preview", ...args);
  const writes = tenant.apiRequests().filter((request) => !request.startsWith("GET"));
  return { code, text, writes: writes.map((request) => request.replace(/\w+_\w+$/, "")) };
}

const importAs = (name: string, id: string) => {
  const options = ["--yes", "--protect=false", "--generate-code=false"];
  return project.pulumi("import", "auth0-native:index:EventStream", name, id, ...options);
};

const onlyId = () => [...tenant.streams.keys()].join();
const urn = (name: string, type = "EventStream") =>
  `urn:pulumi:test::test::auth0-native:index:${type}::${name}`;

test("a stream of another type, and a policy that replaceOnChanges replaces, are deleted first", async () => {
  expect((await up(streamAndPolicy(1))).code).toBe(0);
  const replaced = await up(streamAndPolicy(2));
  expect(replaced.code).toBe(0);
  expect(replaced.text).toContain("deletes it first, since the new one has the same name");
  for (const path of ["/event-streams", "/rate-limit-policies"])
    expect(replaced.writes.filter((request) => request.includes(path))).toEqual([
      `DELETE ${path}/`,
      `POST ${path}`,
    ]);
});

test("a tainted policy conflicts with itself, and the message names deleteBeforeReplace before adoption", async () => {
  const taint = ["state", "taint", urn("all", "RateLimitPolicy"), "--yes"];
  expect((await project.pulumi(...taint)).code).toBe(0);
  const { code, text } = await up(streamAndPolicy(2));
  expect(code).not.toBe(0);
  expect(text).toMatch(/409 .*deleteBeforeReplace: true.*to adopt it, run/);
  const options = { replaceOnChanges, deleteBeforeReplace: true };
  const { writes } = await up(streamAndPolicy(2, options, kept));
  expect(writes).toEqual(["DELETE /rate-limit-policies/", "POST /rate-limit-policies"]);
});

test("a replacement that retainOnDelete blocks is undone, and the stream imported again", async () => {
  const id = onlyId();
  const refused = await up(streamWith("3", "crm", kept));
  expect(refused.code).not.toBe(0);
  expect(refused.text).toContain("with the option retainOnDelete it stays, and the new one is ref");
  expect(refused.text).toMatch(/409 .*undo the change, .*`pulumi state delete <urn>`, and import/);
  expect(onlyId()).toBe(id);

  expect((await project.pulumi("state", "delete", urn("crm"), "--yes")).code).toBe(0);
  expect((await importAs("crm", id)).code).toBe(0);
  expect((await up(streams(["crm", kept]))).code).toBe(0);
  expect(onlyId()).toBe(id);
});

test("a rename with an alias keeps the object, also with a refresh in the same update", async () => {
  const id = onlyId();
  const renamed = streams(["old", { aliases: [{ name: "crm" }] }]);
  expect((await up(renamed, "--refresh")).code).toBe(0);
  expect(onlyId()).toBe(id);
});

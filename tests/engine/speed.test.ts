import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { startTenant, type Tenant } from "../../emulator/src";
import { jsProject, type Project } from "../support/engine/jsProject";
import { addPlugin } from "../support/engine/pluginFolder";
import { readState } from "../support/engine/stateFile";
import { hold } from "../support/tenant/hold";

const count = 20;
let tenant: Tenant;
let project: Project;

beforeEach(async () => {
  tenant = await startTenant();
});
afterEach(async () => {
  project.remove();
  await tenant.close();
});

const program = (path: string) => `
const auth0 = require("${path}");
const modules = Object.keys(require.cache);
const pulumi = require("@pulumi/pulumi");
const all = Array.from({ length: ${count} }, (_, number) => new auth0.RateLimitPolicy("policy-" + number, {
  resource: "oauth_authentication_api", consumer: "client", consumerSelector: "client_id:c" + number,
  configuration: { action: "allow" },
}));
exports.loadsAll = modules.includes(require.resolve("@pulumi/pulumi"));
exports.loadsTheSerializer = modules.some((file) => file.includes("serializeClosure"));
exports.hasItsClasses = all.every((one) => one instanceof pulumi.CustomResource);
`;

const loadedInParts = { loadsAll: false, loadsTheSerializer: false, hasItsClasses: true };

/** Creates all objects by a program with an import path: what the program exports, and the state of a policy. */
async function upInParallel(path: string) {
  project = await jsProject(tenant.environment, program(path));
  if (path.endsWith("/plugin")) addPlugin(project);
  const { code, text } = await project.pulumi("up", "--yes", "--skip-preview", "--parallel", "32");
  if (code !== 0) throw new Error(text);
  const { resources } = readState(join(project.folder, "state"));
  const stack = resources.find(({ type }) => type === "pulumi:pulumi:Stack");
  return { exported: stack?.outputs, policy: resources.at(-1) };
}

test("all objects are created at once where --parallel allows it, by a program that loads a part of Pulumi", async () => {
  // The first one shows that there is no rate limit.
  const posts = hold(tenant, "POST /rate-limit-policies", { skip: 1 });
  const up = upInParallel("pulumi-auth0-native");
  await Promise.race([posts.arrived(count - 1), up]);
  posts.release();
  expect((await up).exported).toEqual(loadedInParts);
});

test("the plugin loads as little, names one frame for each object, and stays within a small plan", async () => {
  tenant.set({ rateLimit: { perSecond: 10, burst: 10 } });
  const { exported, policy } = await upInParallel("pulumi-auth0-native/plugin");
  expect(exported).toEqual(loadedInParts);
  expect(policy?.stackTrace).toHaveLength(1);
  expect(tenant.requests.filter(({ status }) => status === 429)).toEqual([]);
  expect(tenant.policies.size).toBe(count);
});

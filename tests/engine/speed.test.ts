import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { jsProject } from "../support/engine/jsProject";
import { readState } from "../support/engine/stateFile";
import { withTenant } from "../support/engine/tenantAndStack";
import { mustRun, root } from "../support/project";
import { hold } from "../support/tenant/hold";

const engine = withTenant();
const count = 20;

/** What a program sees that imports the package by a path, before it imports Pulumi itself. */
const imports = (path: string) => `
const { RateLimitPolicy } = require("${path}");
const modules = Object.keys(require.cache);
const { CustomResource } = require("@pulumi/pulumi");
const seen = {
  loadsAll: modules.includes(require.resolve("@pulumi/pulumi")),
  loadsTheSerializer: modules.some((file) => file.includes("serializeClosure")),
  hasItsClasses: RateLimitPolicy.prototype instanceof CustomResource,
};
`;
const loadedInParts = { loadsAll: false, loadsTheSerializer: false, hasItsClasses: true };

test("all objects are created at once where --parallel allows it, by a program that loads a part of Pulumi", async () => {
  const program = `${imports("pulumi-auth0-native")}
    for (let number = 0; number < ${count}; number++)
      new RateLimitPolicy("policy-" + number, {
        resource: "oauth_authentication_api", consumer: "client", consumerSelector: "client_id:c" + number,
        configuration: { action: "allow" },
      });
    module.exports = seen;`;
  const project = await jsProject(engine.tenant.environment, program);
  // The first one shows that there is no rate limit.
  const posts = hold(engine.tenant, "POST /rate-limit-policies", { skip: 1 });
  const up = project.pulumi("up", "--yes", "--skip-preview", "--parallel", "32");
  await Promise.race([posts.arrived(count - 1), up]);
  posts.release();
  expect((await up).code).toBe(0);
  const { resources } = readState(join(project.folder, "state"));
  project.remove();
  expect(resources.find(({ type }) => type === "pulumi:pulumi:Stack")?.outputs).toEqual(
    loadedInParts,
  );
});

test("the plugin's classes load as little", async () => {
  const script = `${imports("pulumi-auth0-native/plugin")}console.log(JSON.stringify(seen));`;
  const { stdout } = await mustRun(process.execPath, ["-e", script], root);
  expect(JSON.parse(stdout)).toEqual(loadedInParts);
});

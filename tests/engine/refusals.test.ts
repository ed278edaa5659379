import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { jsProject, type Project } from "../support/engine/jsProject";
import { withTenant } from "../support/engine/tenantAndStack";

const engine = withTenant();
let project: Project;

beforeAll(async () => {
  project = await jsProject(
    { ...engine.tenant.environment, AUTH0_DOMAIN: "" },
    `const auth0 = require("pulumi-auth0-native");
     new auth0.GuardianFcmv1Provider("push", { serverCredentials: "canary-secret" });`,
  );
});
afterAll(() => project.remove());

test("a missing domain is an error in preview", async () => {
  const { code, text } = await project.pulumi("preview");
  expect(code).not.toBe(0);
  expect(text).toContain("No tenant is configured: set AUTH0_DOMAIN");
});

import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { jsProject, type Project } from "../support/jsProject";
import { withTenant } from "../support/tenantAndStack";

const engine = withTenant();
let project: Project;

beforeAll(async () => {
  project = await jsProject(engine.tenant.environment, "");
});
afterAll(() => project.remove());

/** A preview of a program that must fail before any request. */
async function refused(program: string): Promise<string> {
  project.write(
    `const auth0 = require("pulumi-auth0-native");
     const pulumi = require("@pulumi/pulumi");
     const webhook = (webhookAuthorization, webhookEndpoint = "https://example.com/") =>
       ({ type: "webhook", configuration: { webhookEndpoint, webhookAuthorization } });
     ${program}`,
  );
  const { result } = await engine.during(() => project.pulumi("preview"));
  expect(result.code).not.toBe(0);
  expect(engine.tenant.requests).toEqual([]);
  return result.text;
}

test("a second set of push credentials for one tenant is an error in preview", async () => {
  const text = await refused(
    `new auth0.GuardianFcmv1Provider("one", { serverCredentials: "first" });
     new auth0.GuardianFcmv1Provider("two", { serverCredentials: "second" });`,
  );
  expect(text).toContain('GuardianFcmv1Provider "two" is the second for its tenant');
});

test("a second set of push credentials is never sent, even without a preview", async () => {
  const { result, requests } = await engine.during(() =>
    project.pulumi("up", "--yes", "--skip-preview"),
  );
  expect(result.code).not.toBe(0);
  expect(requests.filter((request) => request.startsWith("PUT"))).toHaveLength(1);
  expect(engine.tenant.fcmv1).toEqual({ server_credentials: "first" });
});

test("a wrong stream is told all its problems at once, and no secret", async () => {
  const text = await refused(
    `new auth0.EventStream("bad", {
       nmae: "typo",
       subscriptions: [{ eventType: "user.create" }],
       destination: webhook({ method: "basic", password: "canary-secret" }, "http://example.com/"),
     });`,
  );
  expect(text).toContain("nmae is not a property");
  expect(text).toContain("subscriptions[0].eventType must be one of");
  expect(text).toContain("destination.configuration.webhookAuthorization.username is required");
  expect(text).toContain("destination.configuration.webhookEndpoint is not valid");
  expect(text).not.toContain("canary-secret");
});

test("the option import is refused with the way that works", async () => {
  const text = await refused(
    `new auth0.RateLimitPolicy("adopted", {}, { import: "rlp_0123456789012345678901" });`,
  );
  expect(text).toContain("import file");
});

test("arguments that are an Output as a whole are refused, since nothing would be left of them", async () => {
  const text = await refused(
    `new auth0.EventStream("whole", pulumi.output({ destination: webhook({}) }));`,
  );
  expect(text).toContain('EventStream "whole": give an object; its properties may be Outputs');
});

test("an id of the wrong length is refused", async () => {
  const text = await refused(`auth0.EventStream.get("it", "est_short");`);
  expect(text).toContain('"est_short" is no id of EventStream');
});

test("a missing domain is said in preview", async () => {
  const bare = await jsProject({ ...engine.tenant.environment, AUTH0_DOMAIN: "" }, "");
  bare.write(
    `const auth0 = require("pulumi-auth0-native");
     new auth0.GuardianFcmv1Provider("push", { serverCredentials: "canary-secret" });`,
  );
  const { code, text } = await bare.pulumi("preview");
  bare.remove();
  expect(code).not.toBe(0);
  expect(text).toContain("No tenant is configured: set AUTH0_DOMAIN");
});

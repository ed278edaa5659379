import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { startTenant, type Tenant } from "../../emulator/src";
import { EventStream, GuardianFcmv1Provider, Provider, RateLimitPolicy } from "../../sdk";
import { writeStackSettings } from "../support/engine/newStack";
import { readAll } from "../support/engine/stack";
import { withTenant } from "../support/engine/tenantAndStack";
import { patienceMs } from "../support/jest/patience.cjs";
import { exitAndOutput } from "../support/project";
import { authorizations, webhook } from "../support/values/eventStream";
import { serverCredentials } from "../support/values/guardianFcmv1Provider";
import { policyFor } from "../support/values/rateLimitPolicy";

const engine = withTenant({ clientId: "eu", clientSecret: "canary-eu-secret" });
let us: Tenant;

beforeAll(async () => {
  us = await startTenant({ clientId: "us", clientSecret: "canary-us-secret" });
});
afterAll(() => us.close());

const stream = { name: "crm", destination: webhook(authorizations.basic) };
const limit = policyFor("default", { action: "block", limit: 1 });

const euVariables = () => ({
  EU_AUTH0_DOMAIN: engine.tenant.url,
  EU_AUTH0_CLIENT_ID: "eu",
  EU_AUTH0_CLIENT_SECRET: "canary-eu-secret",
});

/** Two tenants: one by variables with a prefix, one by arguments. */
const program = async () => {
  const client = { domain: us.url, clientId: "us", clientSecret: "canary-us-secret" };
  const providers = {
    eu: new Provider("eu", { environmentPrefix: "EU_" }),
    us: new Provider("us", client),
  };
  new EventStream("crm", stream, { provider: providers.eu });
  new RateLimitPolicy("eu-limit", limit, { provider: providers.eu });
  new RateLimitPolicy("us-limit", limit, { provider: providers.us });
  const limits = {
    maxConcurrency: 2,
    requestsPerSecond: 5.5,
    maxRetries: 0,
    timeout: patienceMs / 1000,
  };
  const provider = new Provider("impatient", { ...client, ...limits });
  new GuardianFcmv1Provider("push", { serverCredentials }, { provider });
};

test("every object lands in the tenant of its provider, by the limits of its provider", async () => {
  const stack = await engine.newStack(euVariables());
  const put = "PUT /guardian/factors/push-notification/providers/fcmv1";
  us.addFault({ route: put, kind: "html" });
  const up = await stack.up(program, { continueOnError: true });
  expect(up.text).toContain("502, with a web page");
  expect(engine.tenant.apiRequests().sort()).toEqual([
    "POST /event-streams",
    "POST /rate-limit-policies",
  ]);
  // One repeat would have succeeded.
  expect(us.apiRequests().sort()).toEqual(["POST /rate-limit-policies", put]);

  const written = readAll(stack.home);
  expect(written).not.toContain("canary-us-secret");
  const { resources } = await stack.state();
  const provider = resources.find(({ urn }) => urn.endsWith("::eu"));
  expect(JSON.stringify(provider)).not.toContain("ciphertext");
});

test("a stack of another tenant fails in preview; a renamed tenant is accepted with formerDomain", async () => {
  const lone = async () => {
    new EventStream("crm", { ...stream, name: "another" });
  };
  const stack = await engine.newStack({});
  const client = { "auth0:clientId": "eu", "auth0:clientSecret": "canary-eu-secret" };
  const configure = (settings: Record<string, string>) =>
    writeStackSettings(stack.home, { ...client, ...settings });
  configure({ "auth0:domain": engine.tenant.url });
  expect(exitAndOutput(await stack.up(lone))).toMatch(/^exit code 0\n/);
  // The same tenant under another name.
  const renamed = engine.tenant.url.replace("127.0.0.1", "localhost");
  configure({ "auth0:domain": renamed });
  const { result } = await engine.during(() => stack.preview(lone));
  expect(result.code).not.toBe(0);
  expect(result.text).toContain(`set auth0:formerDomain to ${engine.tenant.domain}`);
  expect(engine.tenant.requests).toEqual([]);

  configure({
    "auth0:domain": renamed,
    "auth0:formerDomain": engine.tenant.domain,
    "auth0:audience": `https://${engine.tenant.domain}/api/v2/`,
  });
  expect(await stack.up(lone)).toMatchObject({ code: 0, steps: [] });
  expect(await stack.refresh()).toMatchObject({ code: 0, steps: [] });
  const { resources } = await stack.state();
  const { tenant } = resources.find(({ urn }) => urn.endsWith("::crm"))?.outputs ?? {};
  expect(tenant).toBe(new URL(renamed).host);
});

import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { startTenant, type Tenant } from "../../emulator/src";
import { EventStream, GuardianFcmv1Provider, Provider, RateLimitPolicy } from "../../sdk";
import { readAll } from "../support/engine/stack";
import { withTenant } from "../support/engine/tenantAndStack";
import { authorizations, policy, webhook } from "../support/values/samples";

const engine = withTenant({ clientId: "eu", clientSecret: "canary-eu-secret" });
let us: Tenant;

beforeAll(async () => {
  us = await startTenant({ clientId: "us", clientSecret: "canary-us-secret" });
});
afterAll(() => us.close());

const stream = { name: "crm", destination: webhook(authorizations.basic) };
const limit = policy("default", { action: "block", limit: 1 });

const euVariables = () => ({
  EU_AUTH0_DOMAIN: engine.tenant.url,
  EU_AUTH0_CLIENT_ID: "eu",
  EU_AUTH0_CLIENT_SECRET: "canary-eu-secret",
});

/** Two tenants: one by variables with a prefix, one by arguments; the stream in either. */
const program = (home: "eu" | "us") => async () => {
  const providers = {
    eu: new Provider("eu", { environmentPrefix: "EU_" }),
    us: new Provider("us", { domain: us.url, clientId: "us", clientSecret: "canary-us-secret" }),
  };
  new EventStream("crm", stream, { provider: providers[home] });
  new RateLimitPolicy("eu-limit", limit, { provider: providers.eu });
  new RateLimitPolicy("us-limit", limit, { provider: providers.us });
};

test("every object lands in the tenant of its provider", async () => {
  const stack = await engine.newStack(euVariables());
  expect((await stack.up(program("eu"))).code).toBe(0);
  expect(engine.tenant.apiRequests().sort()).toEqual([
    "POST /event-streams",
    "POST /rate-limit-policies",
  ]);
  expect(us.apiRequests()).toEqual(["POST /rate-limit-policies"]);
  expect([engine.tenant.tokenRequests(), us.tokenRequests()]).toEqual([1, 1]);
  expect(await stack.drift()).toMatchObject({ code: 0, steps: [] });

  const written = readAll(stack.home);
  expect(written).not.toContain("canary-us-secret");
  const { resources } = await stack.state();
  const provider = resources.find(({ urn }) => urn.endsWith("::eu"));
  expect(JSON.stringify(provider)).not.toContain("ciphertext");

  us.clearRequests();
  const { result } = await engine.during(() => stack.preview(program("us")));
  expect(result.code).not.toBe(0);
  expect(result.text).toContain(
    `EventStream belongs to the tenant ${engine.tenant.domain}, but ${us.domain} is configured; nothing was sent`,
  );
  expect([...engine.tenant.requests, ...us.requests]).toEqual([]);

  expect((await stack.destroy()).code).toBe(0);
  expect(engine.tenant.policies.size + us.policies.size).toBe(0);
});

test("a stack whose domain was changed fails in preview; a renamed tenant is accepted with formerDomain", async () => {
  const lone = async () => {
    new EventStream("crm", stream);
  };
  const stack = await engine.newStack();
  await stack.up(lone);
  // The same tenant under another name.
  const renamed = engine.tenant.url.replace("127.0.0.1", "localhost");
  const configure = (values: Record<string, string>) =>
    stack.stack.workspace.setAllConfig(
      "test",
      Object.fromEntries(Object.entries(values).map(([key, value]) => [key, { value }])),
    );

  await configure({ "auth0:domain": renamed });
  const { result } = await engine.during(() => stack.preview(lone));
  expect(result.code).not.toBe(0);
  expect(result.text).toContain(`set auth0:formerDomain to ${engine.tenant.domain}`);
  expect(engine.tenant.requests).toEqual([]);

  await configure({
    "auth0:formerDomain": engine.tenant.domain,
    "auth0:audience": `https://${engine.tenant.domain}/api/v2/`,
  });
  expect(await stack.preview(lone, { expectNoChanges: true })).toMatchObject({ code: 0 });
  expect(await stack.up(lone)).toMatchObject({ code: 0, steps: [] });
  expect(await stack.drift()).toMatchObject({ code: 0, steps: [] });
  expect((await stack.refresh()).code).toBe(0);
  const { resources } = await stack.state();
  const { tenant } = resources.find(({ urn }) => urn.endsWith("::crm"))?.outputs ?? {};
  expect(tenant).toBe(new URL(renamed).host);
});

test("the limits of an explicit Provider are numbers and take effect", async () => {
  const stack = await engine.newStack();
  us.clearRequests();
  us.addFault({ route: "PUT /guardian/factors/push-notification/providers/fcmv1", kind: "html" });
  const up = await stack.up(async () => {
    const provider = new Provider("us", {
      domain: us.url,
      clientId: "us",
      clientSecret: "canary-us-secret",
      maxConcurrency: 2,
      requestsPerSecond: 5.5,
      maxRetries: 0,
      timeout: 5,
    });
    new GuardianFcmv1Provider("push", { serverCredentials: "canary-firebase" }, { provider });
  });
  expect(up.code).not.toBe(0);
  expect(up.text).toContain("502, with a web page");
  // One repeat would have been granted.
  expect(us.apiRequests()).toHaveLength(1);
});

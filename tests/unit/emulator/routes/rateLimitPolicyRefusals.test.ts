import { expect, test } from "@jest/globals";
import { call, policy, start } from "../support/tenant";

const configured = (configuration: object) => policy({ configuration });
const { configuration: _, ...unconfigured } = policy();

test.each<[string, object, string]>([
  ["no configuration", unconfigured, "'Missing required property: configuration'"],
  ["an unknown key", policy({ name: "x" }), "'Additional properties not allowed: name'"],
  [
    "another resource",
    policy({ resource: "api" }),
    "'No enum match for: api' on property resource",
  ],
  [
    "another consumer",
    policy({ consumer: "user" }),
    "'No enum match for: user' on property consumer",
  ],
  [
    "an unknown selector",
    policy({ consumer_selector: "everyone" }),
    "'String does not match pattern",
  ],
  [
    "an empty client id",
    policy({ consumer_selector: "client_id:" }),
    "'String does not match pattern",
  ],
  [
    "a selector of 256 characters",
    policy({ consumer_selector: `client_id:${"c".repeat(246)}` }),
    "'String is too long (256 chars), maximum 255'",
  ],
  ["no action", configured({ limit: 1 }), "'Missing required property: action'"],
  ["an unknown action", configured({ action: "ban" }), "'No enum match for: ban'"],
  ["a limit to allow", configured({ action: "allow", limit: 1 }), "not allowed: limit'"],
  ["a block without limit", configured({ action: "block" }), "required property: limit'"],
  [
    "a block with redirect_uri",
    configured({ action: "block", limit: 1, redirect_uri: "https://example.com" }),
    "'Additional properties not allowed: redirect_uri'",
  ],
  [
    "a limit below 0",
    configured({ action: "log", limit: -1 }),
    "'Value -1 is less than minimum 0' on property configuration.limit",
  ],
  [
    "a limit over 10000",
    configured({ action: "log", limit: 10_001 }),
    "'Value 10001 is greater than maximum 10000' on property configuration.limit",
  ],
  ["a broken limit", configured({ action: "log", limit: 1.5 }), "'Expected type integer"],
  ["a limit in quotes", configured({ action: "log", limit: "5" }), "but found type string'"],
  [
    "a redirect to plain http",
    configured({ action: "redirect", limit: 1, redirect_uri: "http://example.com" }),
    "'Object didn't pass validation for format strict-https-uri: http://example.com'",
  ],
  [
    "a redirect to nowhere",
    configured({ action: "redirect", limit: 1 }),
    "'Missing required property: redirect_uri'",
  ],
])("a policy with %s is refused", async (_fault, body, message) => {
  const tenant = await start();
  const response = await call(tenant, "POST /rate-limit-policies", body);
  expect(response).toMatchObject({ status: 400, body: { errorCode: "invalid_body" } });
  expect(response.body.message).toContain(message);
  expect(tenant.policies.size).toBe(0);
});

test("an update accepts only the configuration", async () => {
  const tenant = await start();
  const { id } = (await call(tenant, "POST /rate-limit-policies", policy())).body;
  for (const body of [{}, policy(), { configuration: { action: "block" } }]) {
    expect(await call(tenant, `PATCH /rate-limit-policies/${id}`, body)).toMatchObject({
      status: 400,
      body: { errorCode: "invalid_body" },
    });
  }
});

test("a second policy for the same consumer is a conflict", async () => {
  const tenant = await start();
  await call(tenant, "POST /rate-limit-policies", policy());
  const again = policy({ configuration: { action: "allow" } });
  expect(await call(tenant, "POST /rate-limit-policies", again)).toMatchObject({
    status: 409,
    body: {
      statusCode: 409,
      error: "Conflict",
      message:
        "A rate limit policy with the same resource, consumer, and consumer_selector already exists.",
    },
  });
  const other = policy({ consumer_selector: "cimd_clients" });
  expect((await call(tenant, "POST /rate-limit-policies", other)).status).toBe(201);
});

test("an unknown id of at most 26 characters is a 404, a longer one a 400", async () => {
  const tenant = await start();
  expect((await call(tenant, "GET /rate-limit-policies/rlp_1")).status).toBe(404);
  const response = await call(tenant, `DELETE /rate-limit-policies/rlp_${"1".repeat(23)}`);
  expect(response).toMatchObject({ status: 400, body: { errorCode: "invalid_uri" } });
});

test("a tenant without the entitlement refuses the policy routes and no other", async () => {
  const tenant = await start({ entitlements: { policies: false } });
  const id = `rlp_${"1".repeat(22)}`;
  const configuration = { action: "allow" };
  for (const [route, body] of [
    ["GET /rate-limit-policies"],
    ["POST /rate-limit-policies", policy()],
    [`GET /rate-limit-policies/${id}`],
    [`PATCH /rate-limit-policies/${id}`, { configuration }],
    [`DELETE /rate-limit-policies/${id}`],
  ] as const) {
    expect(await call(tenant, route, body)).toMatchObject({
      status: 403,
      body: { statusCode: 403, error: "Forbidden", errorCode: "insufficient_entitlement" },
    });
  }
  const token = tenant.issueToken({ scopes: [] });
  expect(await call(tenant, "GET /rate-limit-policies", undefined, { token })).toMatchObject({
    status: 403,
    body: { errorCode: "insufficient_scope" },
  });
  expect((await call(tenant, "GET /event-streams")).status).toBe(200);
});

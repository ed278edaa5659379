import { expect, test } from "@jest/globals";
import { call, clock, policy, start } from "../support/tenant";

test("a policy is created, read, listed, updated and deleted", async () => {
  const { now, advance } = clock("2026-03-01T12:00:00.123Z");
  const tenant = await start({ now });
  const created = await call(tenant, "POST /rate-limit-policies", policy());
  expect(created.status).toBe(201);
  expect(created.body).toEqual({
    id: expect.stringMatching(/^rlp_[0-9A-Za-z]{21}$/),
    ...policy(),
    created_at: "2026-03-01T12:00:00.123000Z",
    updated_at: "2026-03-01T12:00:00.123000Z",
  });

  const { id } = created.body;
  expect((await call(tenant, `GET /rate-limit-policies/${id}`)).body).toEqual(created.body);
  expect((await call(tenant, "GET /rate-limit-policies")).body).toEqual({
    rate_limit_policies: [created.body],
  });

  advance(1000);
  const configuration = { action: "allow" };
  const updated = await call(tenant, `PATCH /rate-limit-policies/${id}`, { configuration });
  expect([updated.status, updated.body]).toEqual([
    200,
    { ...created.body, configuration, updated_at: "2026-03-01T12:00:01.123000Z" },
  ]);

  expect((await call(tenant, `DELETE /rate-limit-policies/${id}`)).status).toBe(204);
  for (const [method, body] of [["GET"], ["PATCH", { configuration }], ["DELETE"]] as const) {
    expect(await call(tenant, `${method} /rate-limit-policies/${id}`, body)).toMatchObject({
      status: 404,
      body: { statusCode: 404, error: "Not Found", errorCode: "inexistent_rate_limit_policy" },
    });
  }
});

test("ids of policies have 25 characters, as recorded, and 26, as in the API reference, in turn", async () => {
  const tenant = await start();
  const lengths = [];
  for (const consumer_selector of ["default", "cimd_clients", "third_party_clients"]) {
    const { body } = await call(tenant, "POST /rate-limit-policies", policy({ consumer_selector }));
    lengths.push(body.id.length);
  }
  expect(lengths).toEqual([25, 26, 25]);
  const response = await call(tenant, `DELETE /rate-limit-policies/rlp_${"1".repeat(23)}`);
  expect(response).toMatchObject({ status: 400, body: { errorCode: "invalid_uri" } });
});

test("the list of policies is filtered by resource, consumer and selector", async () => {
  const tenant = await start();
  for (const consumer_selector of ["default", "client_id:a/b?c"]) {
    await call(tenant, "POST /rate-limit-policies", policy({ consumer_selector }));
  }
  const listed = async (query: Record<string, string>) => {
    const { body } = await call(tenant, `GET /rate-limit-policies?${new URLSearchParams(query)}`);
    return body.rate_limit_policies.map(
      (found: { consumer_selector: string }) => found.consumer_selector,
    );
  };
  expect(await listed({ consumer_selector: "client_id:a/b?c" })).toEqual(["client_id:a/b?c"]);
  expect(await listed({ consumer_selector: "any" })).toEqual([]);
  const api = { resource: "oauth_authentication_api", consumer: "client" };
  expect(await listed(api)).toEqual(["default", "client_id:a/b?c"]);
  expect(await call(tenant, "GET /rate-limit-policies?consumer=user")).toMatchObject({
    status: 400,
    body: { errorCode: "invalid_query_string" },
  });
});

const configured = (configuration: object) => policy({ configuration });

test.each<[string, object, string]>([
  [
    "an empty client id",
    policy({ consumer_selector: "client_id:" }),
    "'String does not match pattern",
  ],
  ["a limit to allow", configured({ action: "allow", limit: 1 }), "not allowed: limit'"],
  ["a limit in quotes", configured({ action: "log", limit: "5" }), "but found type string'"],
  [
    "a redirect to plain http",
    configured({ action: "redirect", limit: 1, redirect_uri: "http://example.com" }),
    "'Object didn't pass validation for format strict-https-uri: http://example.com'",
  ],
])("a policy with %s is refused", async (_fault, body, message) => {
  const tenant = await start();
  const response = await call(tenant, "POST /rate-limit-policies", body);
  expect(response).toMatchObject({ status: 400, body: { errorCode: "invalid_body" } });
  expect(response.body.message).toContain(message);
  expect(tenant.policies.size).toBe(0);
});

test("a second policy for the same consumer is a conflict", async () => {
  const tenant = await start();
  await call(tenant, "POST /rate-limit-policies", policy());
  const again = configured({ action: "allow" });
  expect(await call(tenant, "POST /rate-limit-policies", again)).toMatchObject({
    status: 409,
    body: {
      statusCode: 409,
      error: "Conflict",
      message:
        "A rate limit policy with the same resource, consumer, and consumer_selector already exists.",
    },
  });
});

test("a tenant without the entitlement refuses the policy routes and no other", async () => {
  const tenant = await start({ entitlements: { policies: false } });
  const refused = await call(tenant, "POST /rate-limit-policies", policy());
  expect(refused).toMatchObject({
    status: 403,
    body: { statusCode: 403, error: "Forbidden", errorCode: "insufficient_entitlement" },
  });
  const token = tenant.issueToken({ scopes: [] });
  const { body } = await call(tenant, "GET /rate-limit-policies", undefined, { token });
  expect(body.errorCode).toBe("insufficient_scope");
  expect((await call(tenant, "GET /event-streams")).status).toBe(200);
});

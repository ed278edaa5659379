import { expect, test } from "@jest/globals";
import { serverCredentials, serviceAccount } from "../../../support/values/guardianFcmv1Provider";
import { call, policy, start } from "../support/tenant";

const path = "/guardian/factors/push-notification/providers/fcmv1";
const form = { "content-type": "application/x-www-form-urlencoded" };

test.each(["PUT", "PATCH"])(
  "%s writes push credentials as JSON or a form, keeps them without a value, and clears them with null",
  async (method) => {
    const tenant = await start();
    const write = async (body: object | undefined, raw?: string) => {
      const options = raw === undefined ? {} : { raw, headers: form };
      const response = await call(tenant, `${method} ${path}`, body, options);
      expect([response.status, response.body]).toEqual([200, {}]);
      return tenant.fcmv1?.server_credentials;
    };
    expect(await write({ server_credentials: serverCredentials })).toBe(serverCredentials);
    const key = serviceAccount("a+b&c");
    const raw = String(new URLSearchParams({ server_credentials: key }));
    expect(await write(undefined, raw)).toBe(key);
    expect(await write({})).toBe(key);
    expect(await write({ server_credentials: null })).toBeUndefined();
  },
);

test.each([
  "not json",
  "[1]",
  "null",
  serviceAccount("k", { type: "authorized_user" }),
  serviceAccount(""),
])(
  "push credentials that are not a service account, %s, are rejected",
  async (server_credentials) => {
    const tenant = await start();
    const response = await call(tenant, `PUT ${path}`, { server_credentials });
    const error = { statusCode: 400, error: "Bad Request", message: "Invalid server credentials" };
    expect(response).toMatchObject({ status: 400, body: error });
    expect(tenant.fcmv1).toBeUndefined();
  },
);

test("a rejection never quotes the push credentials", async () => {
  const tenant = await start();
  const server_credentials = `s3cret${"c".repeat(10_000)}`;
  const { body } = await call(tenant, `PUT ${path}`, { server_credentials });
  expect(body.message).toBe(
    "Payload validation error: 'String is too long (10006 chars), maximum 10000' " +
      "on property server_credentials (Firebase service account).",
  );
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
])("a policy with %s is rejected", async (_fault, body, message) => {
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

test("a tenant without the entitlement rejects only the policy routes", async () => {
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

test("deleting a missing stream is a 204, and deleting a missing policy is a 404", async () => {
  const tenant = await start();
  const statusOf = async (path: string) => (await call(tenant, `DELETE ${path}`)).status;
  expect(await statusOf(`/event-streams/est_${"1".repeat(22)}`)).toBe(204);
  expect(await statusOf(`/rate-limit-policies/rlp_${"1".repeat(22)}`)).toBe(404);
});

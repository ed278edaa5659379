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

test("ids have 25 characters, as recorded, and 26, as in the interface, in turn", async () => {
  const tenant = await start();
  const lengths = [];
  for (const consumer_selector of ["default", "cimd_clients", "third_party_clients"]) {
    const { body } = await call(tenant, "POST /rate-limit-policies", policy({ consumer_selector }));
    lengths.push(body.id.length);
    expect(await call(tenant, `GET /rate-limit-policies/${body.id}`)).toMatchObject({ body });
  }
  expect(lengths).toEqual([25, 26, 25]);
});

test.each([
  { action: "allow" },
  { action: "block", limit: 0 },
  { action: "log", limit: 10_000 },
  { action: "redirect", limit: 5, redirect_uri: "https://example.com/slow" },
])("the configuration %j is accepted", async (configuration) => {
  const tenant = await start();
  const response = await call(tenant, "POST /rate-limit-policies", policy({ configuration }));
  expect(response).toMatchObject({ status: 201, body: { configuration } });
});

test.each([
  "client_id:abc",
  "client_id:https://app.example.com/client.json",
  "cimd_clients",
  "third_party_clients",
  "default",
])("the selector %s is accepted", async (consumer_selector) => {
  const tenant = await start();
  const response = await call(tenant, "POST /rate-limit-policies", policy({ consumer_selector }));
  expect(response).toMatchObject({ status: 201, body: { consumer_selector } });
});

test("the list is filtered by resource, consumer and selector", async () => {
  const tenant = await start();
  for (const consumer_selector of ["default", "client_id:a/b?c"]) {
    await call(tenant, "POST /rate-limit-policies", policy({ consumer_selector }));
  }
  const listed = async (query: Record<string, string>) => {
    const { body } = await call(tenant, `GET /rate-limit-policies?${new URLSearchParams(query)}`);
    return body.rate_limit_policies.map((found: { consumer_selector: string }) => {
      return found.consumer_selector;
    });
  };
  expect(await listed({ consumer_selector: "client_id:a/b?c" })).toEqual(["client_id:a/b?c"]);
  expect(await listed({ consumer_selector: "client_id:z" })).toEqual([]);
  const api = { resource: "oauth_authentication_api", consumer: "client" };
  expect(await listed(api)).toEqual(["default", "client_id:a/b?c"]);
  expect(await call(tenant, "GET /rate-limit-policies?consumer=user")).toMatchObject({
    status: 400,
    body: { errorCode: "invalid_query_string" },
  });
});

import { expect, test } from "@jest/globals";
import { call, start } from "../support/tenant";

const path = "/guardian/factors/push-notification/providers/fcmv1";
const form = { "content-type": "application/x-www-form-urlencoded" };

test.each(["PUT", "PATCH"])(
  "%s writes the credentials and returns an empty object",
  async (method) => {
    const tenant = await start();
    const response = await call(tenant, `${method} ${path}`, { server_credentials: "s3cret" });
    expect([response.status, response.body]).toEqual([200, {}]);
    expect(tenant.fcmv1).toEqual({ server_credentials: "s3cret" });
  },
);

test.each(["PUT", "PATCH"])("%s accepts a form", async (method) => {
  const tenant = await start();
  const raw = String(new URLSearchParams({ server_credentials: '{"private_key":"a+b&c"}' }));
  const response = await call(tenant, `${method} ${path}`, undefined, { raw, headers: form });
  expect([response.status, response.body]).toEqual([200, {}]);
  expect(tenant.fcmv1).toEqual({ server_credentials: '{"private_key":"a+b&c"}' });
});

test("null clears the credentials", async () => {
  const tenant = await start();
  tenant.fcmv1 = { server_credentials: "old" };
  expect((await call(tenant, `PUT ${path}`, { server_credentials: null })).status).toBe(200);
  expect(tenant.fcmv1).toBeUndefined();
});

test("credentials have 1 to 10000 characters", async () => {
  const tenant = await start();
  const put = (server_credentials: unknown) => call(tenant, `PUT ${path}`, { server_credentials });
  expect((await put("c".repeat(10_000))).status).toBe(200);
  for (const wrong of ["", "c".repeat(10_001), 7, {}]) {
    expect(await put(wrong)).toMatchObject({ status: 400, body: { errorCode: "invalid_body" } });
  }
});

test("a refusal never quotes the credentials", async () => {
  const tenant = await start();
  const server_credentials = `s3cret${"c".repeat(10_000)}`;
  const { body } = await call(tenant, `PUT ${path}`, { server_credentials });
  expect(body.message).toBe(
    "Payload validation error: 'String is too long (10006 chars), maximum 10000' " +
      "on property server_credentials (Firebase service account).",
  );
});

test.each(["PUT", "PATCH"])("%s without the credentials keeps them", async (method) => {
  const tenant = await start();
  tenant.fcmv1 = { server_credentials: "old" };
  const response = await call(tenant, `${method} ${path}`, {});
  expect([response.status, response.body]).toEqual([200, {}]);
  expect(tenant.fcmv1).toEqual({ server_credentials: "old" });
});

test("unknown and repeated fields are refused", async () => {
  const tenant = await start();
  for (const body of [{ serverCredentials: "x" }, { server_credentials: "x", apns: 1 }]) {
    expect((await call(tenant, `PUT ${path}`, body)).status).toBe(400);
  }
  const raw = "server_credentials=a&server_credentials=b";
  expect((await call(tenant, `PUT ${path}`, undefined, { raw, headers: form })).status).toBe(400);
  expect(tenant.fcmv1).toBeUndefined();
});

test.each(["GET", "DELETE", "POST"])(
  "%s of the credentials is an unknown route",
  async (method) => {
    const tenant = await start();
    expect((await call(tenant, `${method} ${path}`)).status).toBe(404);
  },
);

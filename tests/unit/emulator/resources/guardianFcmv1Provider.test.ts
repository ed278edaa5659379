import { expect, test } from "@jest/globals";
import { serverCredentials, serviceAccount } from "../../../support/values/guardianFcmv1Provider";
import { call, start } from "../support/tenant";

const path = "/guardian/factors/push-notification/providers/fcmv1";
const form = { "content-type": "application/x-www-form-urlencoded" };

test.each(["PUT", "PATCH"])(
  "%s writes the push credentials as JSON or as a form, keeps them without a value, and clears them with null",
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
])("push credentials that are no service account, %s, are refused", async (server_credentials) => {
  const tenant = await start();
  const response = await call(tenant, `PUT ${path}`, { server_credentials });
  const error = { statusCode: 400, error: "Bad Request", message: "Invalid server credentials" };
  expect(response).toMatchObject({ status: 400, body: error });
  expect(tenant.fcmv1).toBeUndefined();
});

test("a refusal never quotes the push credentials", async () => {
  const tenant = await start();
  const server_credentials = `s3cret${"c".repeat(10_000)}`;
  const { body } = await call(tenant, `PUT ${path}`, { server_credentials });
  expect(body.message).toBe(
    "Payload validation error: 'String is too long (10006 chars), maximum 10000' " +
      "on property server_credentials (Firebase service account).",
  );
});

test.each(["GET", "DELETE", "POST"])(
  "%s of the push credentials is an unknown route",
  async (method) => {
    const tenant = await start();
    expect((await call(tenant, `${method} ${path}`)).status).toBe(404);
  },
);

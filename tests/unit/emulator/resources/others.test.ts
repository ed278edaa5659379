import { expect, test } from "@jest/globals";
import { call, policy, start } from "../support/tenant";

const path = "/guardian/factors/push-notification/providers/fcmv1";

test("a rejection never quotes the push credentials", async () => {
  const tenant = await start();
  const server_credentials = `s3cret${"c".repeat(10_000)}`;
  const { body } = await call(tenant, `PUT ${path}`, { server_credentials });
  expect(body.message).toBe(
    "Payload validation error: 'must NOT have more than 10000 characters' on property server_credentials.",
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

import { generateKeyPairSync } from "node:crypto";
import { expect, test } from "@jest/globals";
import { SignJWT } from "jose";
import type { Tenant } from "../../../../emulator/src";
import { requestToken, start } from "../support/tenant";

const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const clientPublicKey = publicKey.export({ type: "spki", format: "pem" }).toString();

const claimsFor = (tenant: Tenant, changes: object = {}) => ({
  iss: "emulator-client",
  sub: "emulator-client",
  aud: `https://${tenant.domain}/`,
  exp: Math.floor(Date.now() / 1000) + 60,
  jti: "1",
  ...changes,
});

const assertion = (claims: object, alg = "RS256", key = privateKey) =>
  new SignJWT({ ...claims }).setProtectedHeader({ alg }).sign(key);

const asserted = (tenant: Tenant, client_assertion: string) =>
  requestToken(tenant, {
    client_secret: undefined,
    client_assertion_type: "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
    client_assertion,
  });

test.each(["RS256", "RS384", "PS256"])(
  "a client assertion signed with %s is accepted",
  async (alg) => {
    const tenant = await start({ clientPublicKey, domain: "canonical.eu.auth0.com" });
    for (const aud of [`http://${tenant.domain}/`, ["https://canonical.eu.auth0.com/"]]) {
      const signed = await assertion(claimsFor(tenant, { aud }), alg);
      expect((await asserted(tenant, signed)).status).toBe(200);
    }
  },
);

test.each<[string, object, string]>([
  ["another issuer", { iss: "other" }, '"iss"'],
  ["another subject", { sub: "other" }, '"sub"'],
  ["another audience", { aud: "https://other.auth0.com/" }, '"aud"'],
  ["an expiry in the past", { exp: 1 }, '"exp"'],
  ["no expiry", { exp: undefined }, '"exp"'],
])("a client assertion with %s is refused", async (_fault, changes, description) => {
  const tenant = await start({ clientPublicKey });
  const response = await asserted(tenant, await assertion(claimsFor(tenant, changes)));
  expect(response).toMatchObject({
    status: 401,
    body: { error: "access_denied", error_description: expect.stringContaining(description) },
  });
});

test("a client assertion needs the configured key and an accepted algorithm", async () => {
  const tenant = await start({ clientPublicKey });
  const claims = claimsFor(tenant);
  const stranger = generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey;
  const refusal = async (of: Tenant, text: string) => {
    const { status, body } = await asserted(of, text);
    return `${status} ${body.error_description}`;
  };
  const signed = await assertion(claims);
  expect(await refusal(tenant, await assertion(claims, "RS256", stranger))).toMatch(/^401 .*signa/);
  expect(await refusal(tenant, await assertion(claims, "PS512"))).toMatch(/^401 .*"alg"/);
  expect(await refusal(tenant, "invalid")).toMatch(/^401 .*Invalid/);
  expect(await refusal(await start(), signed)).toMatch(/^401 .*no public key/);
});

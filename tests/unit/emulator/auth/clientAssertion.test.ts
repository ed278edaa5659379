import { constants, generateKeyPairSync, sign } from "node:crypto";
import { expect, test } from "@jest/globals";
import type { Tenant } from "../../../../emulator/src";
import { requestToken, start } from "../support/tenant";

const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const clientPublicKey = publicKey.export({ type: "spki", format: "pem" }).toString();

function assertion(claims: object, alg = "RS256", key = privateKey): string {
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString("base64url");
  const signed = `${encode({ alg, typ: "JWT" })}.${encode(claims)}`;
  const pss = {
    padding: constants.RSA_PKCS1_PSS_PADDING,
    saltLength: constants.RSA_PSS_SALTLEN_DIGEST,
  };
  const signature = sign(
    alg === "RS384" ? "sha384" : "sha256",
    Buffer.from(signed),
    alg === "PS256" ? { key, ...pss } : key,
  );
  return `${signed}.${signature.toString("base64url")}`;
}

const claimsFor = (tenant: Tenant, changes: object = {}) => ({
  iss: "emulator-client",
  sub: "emulator-client",
  aud: `https://${tenant.domain}/`,
  exp: Math.floor(Date.now() / 1000) + 60,
  jti: "1",
  ...changes,
});

const asserted = (tenant: Tenant, client_assertion: string) =>
  requestToken(tenant, {
    client_secret: undefined,
    client_assertion_type: "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
    client_assertion,
    audience: "/api/v2/",
  });

test.each(["RS256", "RS384", "PS256"])(
  "a client assertion signed with %s is accepted",
  async (alg) => {
    const tenant = await start({ clientPublicKey });
    expect((await asserted(tenant, assertion(claimsFor(tenant), alg))).status).toBe(200);
  },
);

test("the audience of a client assertion may be an http address or the canonical domain", async () => {
  const tenant = await start({ clientPublicKey, domain: "canonical.eu.auth0.com" });
  for (const aud of [`http://${tenant.domain}/`, ["https://canonical.eu.auth0.com/"]]) {
    expect((await asserted(tenant, assertion(claimsFor(tenant, { aud })))).status).toBe(200);
  }
});

test.each<[string, object, string]>([
  ["another issuer", { iss: "other" }, "iss and sub"],
  ["another subject", { sub: "other" }, "iss and sub"],
  ["another audience", { aud: "https://other.auth0.com/" }, "aud"],
  ["no audience", { aud: undefined }, "aud"],
  ["an expiry in the past", { exp: 1 }, "expired"],
  ["no expiry", { exp: undefined }, "expired"],
])("a client assertion with %s is refused", async (_fault, changes, description) => {
  const tenant = await start({ clientPublicKey });
  expect(await asserted(tenant, assertion(claimsFor(tenant, changes)))).toMatchObject({
    status: 401,
    body: { error: "access_denied", error_description: expect.stringContaining(description) },
  });
});

test("a client assertion needs the configured key and an accepted algorithm", async () => {
  const tenant = await start({ clientPublicKey });
  const claims = claimsFor(tenant);
  const stranger = generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey;
  const [head, body] = assertion(claims).split(".");
  const refused = async (of: Tenant, text: string) => {
    const response = await asserted(of, text);
    return `${response.status} ${response.body.error_description}`;
  };
  expect(await refused(tenant, assertion(claims, "RS256", stranger))).toMatch(/^401 .*signature/);
  expect(await refused(tenant, assertion(claims, "HS256"))).toMatch(/^401 .*algorithm/);
  expect(await refused(tenant, `${head}.${body}.`)).toMatch(/^401 .*signature/);
  expect(await refused(tenant, "invalid")).toMatch(/^401 .*algorithm/);
  expect(await refused(await start(), assertion(claims))).toMatch(/^401 .*no public key/);
});

test("an invalid public key is refused at the start", async () => {
  await expect(start({ clientPublicKey: "not a key" })).rejects.toThrow();
});

import { constants, verify } from "node:crypto";

const pss = {
  padding: constants.RSA_PKCS1_PSS_PADDING,
  saltLength: constants.RSA_PSS_SALTLEN_DIGEST,
};

/** The algorithms that Auth0 accepts for client assertions. */
const algorithms = new Map([
  ["RS256", { hash: "sha256", padding: {} }],
  ["RS384", { hash: "sha384", padding: {} }],
  ["PS256", { hash: "sha256", padding: pss }],
]);

interface Expected {
  /** In PEM; undefined when the client has none. */
  publicKey: string | undefined;
  clientId: string;
  /** The host names of this tenant. */
  hosts: Set<string>;
  /** In milliseconds. */
  now: number;
}

/** Why a client assertion (RFC 7523) is refused; undefined if it is valid. */
export function assertionError(assertion: string, expected: Expected): string | undefined {
  if (expected.publicKey === undefined) return "The client has no public key";
  const [header = "", payload = "", signature = ""] = assertion.split(".");
  const algorithm = algorithms.get(String(decode(header)?.alg));
  if (algorithm === undefined) {
    return "Client assertion algorithm is not one of RS256, RS384, PS256";
  }
  const claims = decode(payload);
  if (claims === undefined) return "Client assertion is malformed";

  const key = { key: expected.publicKey, ...algorithm.padding };
  const signedText = Buffer.from(`${header}.${payload}`);
  if (!verify(algorithm.hash, signedText, key, Buffer.from(signature, "base64url"))) {
    return "Client assertion signature is invalid";
  }
  return claimsError(claims, expected);
}

function claimsError(claims: Record<string, unknown>, expected: Expected): string | undefined {
  if (claims.iss !== expected.clientId || claims.sub !== expected.clientId) {
    return "Client assertion iss and sub must be the client id";
  }
  const audiences = [claims.aud].flat();
  if (!audiences.some((audience) => isIssuer(audience, expected.hosts))) {
    return "Client assertion aud must be the tenant's issuer";
  }
  if (typeof claims.exp !== "number" || claims.exp * 1000 <= expected.now) {
    return "Client assertion is expired";
  }
  return undefined;
}

function isIssuer(audience: unknown, hosts: Set<string>): boolean {
  const host = /^https?:\/\/([^/]+)\/$/.exec(String(audience))?.[1];
  return host !== undefined && hosts.has(host);
}

function decode(part: string): Record<string, unknown> | undefined {
  try {
    const decoded: unknown = JSON.parse(Buffer.from(part, "base64url").toString());
    return typeof decoded === "object" && decoded !== null ? { ...decoded } : undefined;
  } catch {
    return undefined;
  }
}

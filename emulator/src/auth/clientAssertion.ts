import { constants, verify } from "node:crypto";

const pss = {
  padding: constants.RSA_PKCS1_PSS_PADDING,
  saltLength: constants.RSA_PSS_SALTLEN_DIGEST,
};

/** The algorithms that Auth0 accepts of a client. */
const algorithms = new Map([
  ["RS256", { hash: "sha256", padding: {} }],
  ["RS384", { hash: "sha384", padding: {} }],
  ["PS256", { hash: "sha256", padding: pss }],
]);

/** Why a client assertion (RFC 7523) is refused, or undefined when it stands. */
export function assertionFault(
  assertion: string,
  expected: { publicKey: string | undefined; clientId: string; hosts: Set<string>; now: number },
): string | undefined {
  if (expected.publicKey === undefined) return "The client has no public key";
  const [header = "", payload = "", signature = ""] = assertion.split(".");
  const algorithm = algorithms.get(String(decode(header)?.alg));
  const claims = decode(payload);
  if (algorithm === undefined)
    return "Client assertion algorithm is not one of RS256, RS384, PS256";
  if (claims === undefined) return "Client assertion is malformed";

  const key = { key: expected.publicKey, ...algorithm.padding };
  const signed = Buffer.from(`${header}.${payload}`);
  if (!verify(algorithm.hash, signed, key, Buffer.from(signature, "base64url"))) {
    return "Client assertion signature is invalid";
  }
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

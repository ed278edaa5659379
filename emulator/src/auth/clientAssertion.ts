import { createPublicKey } from "node:crypto";
import { errors, jwtVerify } from "jose";

interface Expected {
  /** In PEM; undefined when the client has none. */
  publicKey: string | undefined;
  clientId: string;
  /** The host names of this tenant. */
  hosts: string[];
  /** In milliseconds. */
  now: number;
}

/** Why a client assertion (RFC 7523) is refused; undefined if it is valid. */
export async function assertionError(
  assertion: string,
  { publicKey, clientId, hosts, now }: Expected,
): Promise<string | undefined> {
  if (publicKey === undefined) return "The client has no public key";
  try {
    await jwtVerify(assertion, createPublicKey(publicKey), {
      // Those that Auth0 accepts.
      algorithms: ["RS256", "RS384", "PS256"],
      issuer: clientId,
      subject: clientId,
      audience: hosts.flatMap((host) => [`https://${host}/`, `http://${host}/`]),
      requiredClaims: ["exp"],
      currentDate: new Date(now),
    });
    return undefined;
  } catch (error) {
    if (error instanceof errors.JOSEError) return `Client assertion: ${error.message}`;
    throw error;
  }
}

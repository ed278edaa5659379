import { randomBytes } from "node:crypto";
import { type Refusal, unauthorized } from "../http/refusal";
import type { Settings } from "../options";

export interface Tokens {
  issue(issuer: string, options?: { scopes?: string[]; expiresIn?: number }): string;
  /** The scopes of the bearer token in an Authorization header, or why there are none. */
  scopesOf(authorization: string | undefined): string[] | Refusal;
  revokeAll(): void;
}

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString("base64url");

export function tokensOf({ clientId, now, ...settings }: Settings): Tokens {
  const issued = new Map<string, { scopes: string[]; expiresAt: number }>();

  return {
    issue(issuer, { scopes = settings.scopes, expiresIn = settings.expiresIn } = {}) {
      const seconds = Math.floor(now() / 1000);
      const claims = {
        iss: issuer,
        sub: `${clientId}@clients`,
        aud: `${issuer}api/v2/`,
        iat: seconds,
        exp: seconds + expiresIn,
        scope: scopes.join(" "),
        gty: "client-credentials",
        azp: clientId,
      };
      // Nobody but the tenant itself checks it, and it knows what it issued: random bytes will do.
      const signature = randomBytes(256).toString("base64url");
      const token = `${encode({ alg: "RS256", typ: "JWT" })}.${encode(claims)}.${signature}`;
      issued.set(token, { scopes, expiresAt: now() + expiresIn * 1000 });
      return token;
    },

    scopesOf(authorization) {
      if (authorization === undefined) return unauthorized("Missing authentication");
      const token = /^Bearer (\S+)$/i.exec(authorization)?.[1];
      const known = token === undefined ? undefined : issued.get(token);
      if (known === undefined) return unauthorized("Invalid token");
      if (now() >= known.expiresAt) {
        return unauthorized("Expired token received for JSON Web Token validation");
      }
      return known.scopes;
    },

    revokeAll: () => issued.clear(),
  };
}

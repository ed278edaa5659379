import { randomBytes } from "node:crypto";
import { type Refusal, unauthorized } from "../http/refusal";

export interface Tokens {
  issue(issuer: string, options?: { scopes?: string[]; expiresIn?: number }): string;
  /** The scopes of the bearer token in an Authorization header, or why the token is refused. */
  scopesOf(authorization: string | undefined): string[] | Refusal;
  revokeAll(): void;
}

interface TokenSettings {
  clientId: string;
  /** The defaults of a token: its scopes, and its lifetime in seconds. */
  scopes: string[];
  expiresIn: number;
  now: () => number;
}

interface Grant {
  scopes: string[];
  /** In milliseconds. */
  expiresAt: number;
}

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString("base64url");

export function tokensOf(settings: TokenSettings): Tokens {
  const { clientId, now } = settings;
  const grants = new Map<string, Grant>();

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
      // Random bytes are enough: only this tenant checks the token, and it looks it up in `grants`.
      const signature = randomBytes(256).toString("base64url");
      const token = `${encode({ alg: "RS256", typ: "JWT" })}.${encode(claims)}.${signature}`;
      grants.set(token, { scopes, expiresAt: now() + expiresIn * 1000 });
      return token;
    },

    scopesOf(authorization) {
      if (authorization === undefined) return unauthorized("Missing authentication");
      const token = /^Bearer (\S+)$/i.exec(authorization)?.[1] ?? "";
      const grant = grants.get(token);
      if (grant === undefined) return unauthorized("Invalid token");
      if (now() >= grant.expiresAt) {
        return unauthorized("Expired token received for JSON Web Token validation");
      }
      return grant.scopes;
    },

    revokeAll: () => grants.clear(),
  };
}

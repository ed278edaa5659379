import { randomBytes } from "node:crypto";
import { type Refusal, unauthorized } from "../http/refusal";
import { domainOf, type Settings } from "../options";

interface Grant {
  scopes: string[];
  /** In milliseconds. */
  expiresAt: number;
}

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString("base64url");

export class Tokens {
  private readonly grants = new Map<string, Grant>();

  constructor(private readonly settings: Settings) {}

  issue(scopes = this.settings.scopes): string {
    const { clientId, expiresIn, now } = this.settings;
    const issuer = `https://${domainOf(this.settings)}/`;
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
    // Random bytes are enough, because only this tenant checks the token, by looking it up in `grants`.
    const signature = randomBytes(256).toString("base64url");
    const token = `${encode({ alg: "RS256", typ: "JWT" })}.${encode(claims)}.${signature}`;
    this.grants.set(token, { scopes, expiresAt: now() + expiresIn * 1000 });
    return token;
  }

  /** The scopes of the bearer token in an Authorization header, or why the tenant rejects the token. */
  scopesOf(authorization: string | undefined): string[] | Refusal {
    if (authorization === undefined) return unauthorized("Missing authentication");
    const token = /^Bearer (\S+)$/i.exec(authorization)?.[1] ?? "";
    const grant = this.grants.get(token);
    if (grant === undefined) return unauthorized("Invalid token");
    if (this.settings.now() >= grant.expiresAt) {
      return unauthorized("Expired token received for JSON Web Token validation");
    }
    return grant.scopes;
  }

  revokeAll(): void {
    this.grants.clear();
  }
}

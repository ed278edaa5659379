import { createPrivateKey, type KeyObject, randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Settings } from "../config/settings";
import { isObject, type Json } from "../shared/json";
import { ApiError, apiError } from "./apiError";
import { NoResponse } from "./networkError";
import type { Outcome } from "./outcome";
import type { Transport } from "./transport";

/** A token is renewed this much before it expires, or at half its life if that is shorter. */
const leewayMs = 60_000;

/** Credentials that were refused are not tried again for so long: hundreds may wait for a token. */
const refusalMs = 30_000;

type Held = { token: string; renewAt: number };

/** The access token of one tenant: asked for at first need, shared by all who wait for it. */
export class AccessToken {
  private current: Promise<Held> | undefined;
  private refusal: { error: Error; until: number } | undefined;
  /** Every token that this process has held, for redaction. */
  readonly seen: string[] = [];
  /** What proved who asks, the last time. */
  private assertion = "";

  constructor(
    private readonly settings: Settings,
    private readonly connection: Transport,
    private readonly secrets: () => string[],
  ) {}

  async get(): Promise<string> {
    const { apiToken } = this.settings.credentials;
    if (apiToken !== undefined) return apiToken;
    const { now } = this.connection.clock;
    if (this.refusal && now() < this.refusal.until) throw this.refusal.error;
    this.current ??= this.request().catch((error: unknown) => {
      this.current = undefined;
      const refused = error instanceof ApiError && isRefusal(error.status);
      this.refusal = refused ? { error, until: now() + refusalMs } : undefined;
      throw error;
    });
    const { token, renewAt } = await this.current;
    if (now() < renewAt) return token;
    await this.refuse(token);
    return this.get();
  }

  /** Drops a token that the service refused, unless it has been renewed since. */
  async refuse(token: string): Promise<void> {
    const observed = this.current;
    const held = await observed?.catch(() => undefined);
    if (held?.token === token && this.current === observed) this.current = undefined;
  }

  private async request(): Promise<Held> {
    const { origin, audience } = this.settings;
    let outcome = await this.post("/oauth/token");
    // The interface description writes the path with a slash at its end.
    if ("status" in outcome && outcome.status === 404) outcome = await this.post("/oauth/token/");
    const { status = 0, body } = outcome instanceof NoResponse ? {} : outcome;
    const { access_token: token, expires_in: life } = isObject(body) ? body : {};
    if (status !== 200 || typeof token !== "string") {
      const code = isObject(body) ? body.error : undefined;
      const refusal = `the token endpoint refused: ${adviceFor(status, code, audience)}`;
      const advice =
        status === 200 ? "the answer holds no access token: check the domain" : refusal;
      const request = `POST ${origin}/oauth/token`;
      throw apiError({ request, outcome, advice, secrets: [...this.secrets(), this.assertion] });
    }
    this.seen.push(token);
    const lifeMs = (typeof life === "number" ? life : 86_400) * 1000;
    return {
      token,
      renewAt: this.connection.clock.now() + Math.max(lifeMs - leewayMs, lifeMs / 2, 1000),
    };
  }

  private post(path: string): Promise<Outcome> {
    const url = `${this.settings.origin}${path}`;
    const headers = { "Content-Type": "application/x-www-form-urlencoded" };
    const grant = { grant_type: "client_credentials", audience: this.settings.audience };
    // A token more harms nobody, so unlike other POSTs this one is repeated.
    return this.connection.persist({ method: "POST", path, idempotent: true }, async () => {
      // An assertion of its own for every attempt: they expire, and serve once.
      const body = new URLSearchParams({ ...grant, ...(await this.proof()) }).toString();
      return this.connection.exchange({ method: "POST", url, headers, body });
    });
  }

  /** What proves who asks: RFC 6749 section 4.4, or RFC 7523 with a private key. */
  private async proof(): Promise<Record<string, string>> {
    const { clientId = "", clientSecret = "", ...key } = this.settings.credentials;
    if (!key.clientAssertionPrivateKey) return { client_id: clientId, client_secret: clientSecret };
    const audience = `${this.settings.origin}/`;
    const claims = { iss: clientId, sub: clientId, aud: audience, jti: randomUUID() };
    // Loaded where a key asks for it alone.
    const { SignJWT } = await import("jose");
    this.assertion = await new SignJWT(claims)
      .setProtectedHeader({ alg: key.clientAssertionSigningAlg ?? "" })
      .setIssuedAt()
      .setExpirationTime("1m")
      .sign(readKey(key.clientAssertionPrivateKey));
    return {
      client_id: clientId,
      client_assertion_type: "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
      client_assertion: this.assertion,
    };
  }
}

const isRefusal = (status = 0) => status >= 400 && status < 500 && status !== 408 && status !== 429;

/** What to do about a refusal, as the service tells them apart. */
function adviceFor(status: number, code: Json | undefined, audience: string): string {
  if (status === 404) return "no tenant answers there: check auth0:domain or AUTH0_DOMAIN";
  if (code === "unauthorized_client") {
    return "allow the application the grant Client Credentials: a machine-to-machine application has it";
  }
  if (status === 403) {
    return `authorise the application for the Management API, which is the audience ${audience}; with a custom domain, set auth0:audience to the canonical one`;
  }
  return "check the client id and its secret or key, and that they are of this domain";
}

const wanted = "give the key's whole text, BEGIN and END lines included, or the path of its file";

function readKey(given: string): KeyObject {
  const pem = given.includes("-----BEGIN") ? given : readFile(given.trim());
  try {
    // Variables of pipelines often hold a PEM on one line, its ends written as \n.
    return createPrivateKey(pem.replaceAll("\\n", "\n"));
  } catch {
    throw new Error(`clientAssertionPrivateKey is no PEM private key; ${wanted}`);
  }
}

function readFile(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    // The path goes unsaid: it may be a key that was cut off.
    const { code } = error as NodeJS.ErrnoException;
    throw new Error(
      `clientAssertionPrivateKey is neither a PEM private key nor a file that can be read (${code}); ${wanted}`,
    );
  }
}

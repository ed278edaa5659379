import { createPrivateKey, type KeyObject, randomUUID } from "node:crypto";
import { SignJWT } from "jose";
import { apiError } from "./errors";
import { exchange, type HttpAnswer } from "./http";
import { isObject } from "./json";
import { type Clock, persist } from "./retry";
import type { Settings } from "./settings";

/** A token is renewed this much before it expires, or at half its life if that is shorter. */
const leewayMs = 60_000;

type Held = { token: string; renewAt: number };

/** The access token of one tenant: asked for at first need, shared by all who wait for it. */
export class AccessToken {
  private current: Promise<Held> | undefined;
  /** Every token that this process has held, for redaction. */
  readonly seen: string[] = [];
  /** What proved who asks, the last time. */
  private assertion = "";

  constructor(
    private readonly settings: Settings,
    private readonly clock: Clock,
    private readonly secrets: () => string[],
  ) {}

  async get(): Promise<string> {
    const { apiToken } = this.settings.credentials;
    if (apiToken !== undefined) return apiToken;
    this.current ??= this.request().catch((error: unknown) => {
      this.current = undefined;
      throw error;
    });
    const { token, renewAt } = await this.current;
    if (this.clock.now() < renewAt) return token;
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
    let answer = await this.post("/oauth/token");
    // The interface description writes the path with a slash at its end.
    if (answer.status === 404) answer = await this.post("/oauth/token/");
    const { access_token: token, expires_in: life } = isObject(answer.body) ? answer.body : {};
    if (answer.status !== 200 || typeof token !== "string") {
      const advice = `the token endpoint refused; check the domain, the client id and its secret or key, and that the application may use the Management API (audience ${audience})`;
      const asked = `POST ${origin}/oauth/token`;
      throw apiError({ asked, answer, advice, secrets: [...this.secrets(), this.assertion] });
    }
    this.seen.push(token);
    const lifeMs = (typeof life === "number" ? life : 86_400) * 1000;
    return { token, renewAt: this.clock.now() + Math.max(lifeMs - leewayMs, lifeMs / 2, 1000) };
  }

  private async post(path: string): Promise<HttpAnswer> {
    const url = `${this.settings.origin}${path}`;
    const headers = { "Content-Type": "application/x-www-form-urlencoded" };
    const grant = { grant_type: "client_credentials", audience: this.settings.audience };
    // An assertion of its own for every attempt: they expire, and serve once.
    const attempt = async () => {
      const body = new URLSearchParams({ ...grant, ...(await this.proof()) }).toString();
      return exchange({ method: "POST", url, headers, body });
    };
    // A token more harms nobody, so this POST may be repeated.
    return persist(attempt, true, this.clock, { asked: `POST ${url}` });
  }

  /** What proves who asks: RFC 6749 section 4.4, or RFC 7523 with a private key. */
  private async proof(): Promise<Record<string, string>> {
    const { clientId = "", clientSecret = "", ...key } = this.settings.credentials;
    if (!key.clientAssertionPrivateKey) return { client_id: clientId, client_secret: clientSecret };
    const audience = `${this.settings.origin}/`;
    const claims = { iss: clientId, sub: clientId, aud: audience, jti: randomUUID() };
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

function readKey(pem: string): KeyObject {
  try {
    // Variables of pipelines often hold a PEM on one line, its ends written as \n.
    return createPrivateKey(pem.replaceAll("\\n", "\n"));
  } catch {
    throw new Error("clientAssertionPrivateKey is no PEM private key; give the file's whole text.");
  }
}

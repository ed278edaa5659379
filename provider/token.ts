import { createPrivateKey, randomUUID } from "node:crypto";
import { SignJWT } from "jose";
import { apiError } from "./errors";
import { exchange, type HttpAnswer } from "./http";
import { type Clock, persist } from "./retry";
import { isObject } from "./schema";
import type { Settings } from "./settings";

/** A token is renewed this much before it expires, or at half its life if that is shorter. */
const leewayMs = 60_000;

/** The access token of one tenant: asked for at first need, shared by all who wait for it. */
export class AccessToken {
  private current: Promise<{ token: string; renewAt: number }> | undefined;
  /** Every token that this process has held, for redaction. */
  readonly seen: string[] = [];

  constructor(
    private readonly settings: Settings,
    private readonly clock: Clock,
  ) {}

  /** False for a ready token, which only the user can replace. */
  get renewable(): boolean {
    return !("apiToken" in this.settings.credentials);
  }

  async get(): Promise<string> {
    const { credentials } = this.settings;
    if ("apiToken" in credentials) return credentials.apiToken;
    const held = this.current;
    if (held) {
      const { token, renewAt } = await held;
      if (this.clock.now() < renewAt) return token;
      this.forget(held);
    }
    this.current ??= this.request();
    const asked = this.current;
    asked.catch(() => this.forget(asked));
    return (await asked).token;
  }

  /** Drops a token that the service refused, unless it has been renewed since. */
  async refuse(token: string): Promise<void> {
    const held = this.current;
    if (held && (await held.catch(() => undefined))?.token === token) this.forget(held);
  }

  private forget(held: typeof this.current): void {
    if (this.current === held) this.current = undefined;
  }

  private async request(): Promise<{ token: string; renewAt: number }> {
    const body = new URLSearchParams({
      grant_type: "client_credentials",
      audience: this.settings.audience,
      ...(await this.proof()),
    }).toString();
    let answer = await this.post("/oauth/token", body);
    // The interface description writes the path with a slash at its end.
    if (answer.status === 404) answer = await this.post("/oauth/token/", body);
    const { access_token: token, expires_in: life } = isObject(answer.body) ? answer.body : {};
    if (answer.status !== 200 || typeof token !== "string") throw this.refusal(answer);
    this.seen.push(token);
    const lifeMs = (typeof life === "number" ? life : 86_400) * 1000;
    return { token, renewAt: this.clock.now() + lifeMs - Math.min(leewayMs, lifeMs / 2) };
  }

  private async post(path: string, body: string): Promise<HttpAnswer> {
    const url = `${this.settings.origin}${path}`;
    const headers = { "Content-Type": "application/x-www-form-urlencoded" };
    const attempt = () => exchange({ method: "POST", url, headers, body });
    // A token more harms nobody, so this POST may be repeated.
    return persist(attempt, true, this.clock).catch((error: Error) => {
      throw apiError({ asked: `POST ${url}`, answer: undefined, reason: error.message });
    });
  }

  private refusal(answer: HttpAnswer): Error {
    const check =
      "the token endpoint refused the credentials; check the domain, the client id and its secret or key, and that the application may use the Management API";
    return apiError({
      asked: `POST ${this.settings.origin}/oauth/token`,
      answer,
      advice: { [answer.status]: `${check} (audience ${this.settings.audience})` },
    });
  }

  /** What proves who asks: RFC 6749 section 4.4, or RFC 7523 with a private key. */
  private async proof(): Promise<Record<string, string>> {
    const { credentials, origin } = this.settings;
    if ("clientSecret" in credentials) {
      return { client_id: credentials.clientId, client_secret: credentials.clientSecret };
    }
    if (!("privateKey" in credentials)) return {};
    const { clientId, privateKey, algorithm } = credentials;
    const assertion = await new SignJWT()
      .setProtectedHeader({ alg: algorithm })
      .setIssuer(clientId)
      .setSubject(clientId)
      .setAudience(`${origin}/`)
      .setJti(randomUUID())
      .setIssuedAt()
      .setExpirationTime("1m")
      .sign(readKey(privateKey));
    return {
      client_id: clientId,
      client_assertion_type: "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
      client_assertion: assertion,
    };
  }
}

function readKey(pem: string) {
  try {
    // Variables of pipelines often hold a PEM on one line, its ends written as \n.
    return createPrivateKey(pem.replaceAll("\\n", "\n"));
  } catch {
    throw new Error(
      "clientAssertionPrivateKey is no PEM private key; give the whole text of the file.",
    );
  }
}

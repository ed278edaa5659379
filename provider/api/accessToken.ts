import type { Settings } from "../config/settings";
import { isObject, type Props } from "../shared/json";
import { ApiError, apiError } from "./apiError";
import { clientProof } from "./clientProof";
import { NoResponse } from "./networkError";
import { isTemporary, type Outcome } from "./outcome";
import type { Transport } from "./transport";
import type { Wait } from "./waitNotice";

/** A token is renewed this long before it expires, or at half its life where that is later. */
const renewalLeadMs = 60_000;
/** Auth0's default for the Management API (its page "Access Token Lifetime"). */
const defaultLifeSeconds = 86_400;
/** Rejected credentials aren't tried again for this long, because hundreds of requests may need a token. */
const refusalMs = 30_000;

interface Token {
  text: string;
  renewAt: number;
}

/** The access token of one tenant: requested when it is first needed, shared by all requests. */
export class AccessToken {
  private current: Promise<Token> | undefined;
  private refusal: { error: ApiError; until: number } | undefined;
  private wait: Wait | undefined;
  /** Every token that this process has received, for redaction. */
  readonly seen: string[] = [];
  /** The assertion of the last request, for redaction. */
  private assertion = "";

  constructor(
    private readonly settings: Settings,
    private readonly transport: Transport,
  ) {}

  /** What the requests that need a token wait for. */
  reason(): string {
    return `an access token (waiting for ${this.wait?.reason() ?? "a response"})`;
  }

  async get(): Promise<string> {
    const { apiToken } = this.settings.credentials;
    if (apiToken !== undefined) return apiToken;

    const { now } = this.transport.clock;
    if (this.refusal && now() < this.refusal.until) throw this.refusal.error;

    this.current ??= this.request();
    const { text, renewAt } = await this.current;
    if (now() < renewAt) return text;

    await this.drop(text);
    return this.get();
  }

  /** Drops a token that has expired or that Auth0 rejected, unless it has been renewed since. */
  async drop(token: string): Promise<void> {
    const checked = this.current;
    const latest = await checked?.catch(() => undefined);
    if (latest?.text === token && this.current === checked) this.current = undefined;
  }

  /** Requests a token. A failure rejects every waiting `get`; only a rejection is remembered. */
  private async request(): Promise<Token> {
    try {
      return await this.requestToken();
    } catch (error) {
      this.current = undefined;
      if (isRefusal(error)) {
        const { now, wall } = this.transport.clock;
        const delayMs = error.availableAt === undefined ? refusalMs : error.availableAt - wall();
        this.refusal = { error, until: now() + delayMs };
      }
      throw error;
    }
  }

  private async requestToken(): Promise<Token> {
    let outcome = await this.post("/oauth/token");
    // The API reference writes the path with a slash at its end.
    if (statusOf(outcome) === 404) outcome = await this.post("/oauth/token/");

    const { access_token: text, expires_in: lifeSeconds } = bodyOf(outcome);
    if (statusOf(outcome) !== 200 || typeof text !== "string") throw this.errorOf(outcome);

    this.seen.push(text);
    const life = typeof lifeSeconds === "number" ? lifeSeconds : defaultLifeSeconds;
    return { text, renewAt: this.transport.clock.now() + renewalDelayMs(life * 1000) };
  }

  /** Unlike other POSTs, this one is retried: a second token does no harm. */
  private post(path: string): Promise<Outcome> {
    const request = { method: "POST", path, idempotent: true };
    return this.transport.send(request, (wait, attempt) => {
      this.wait = wait;
      return wait.during(
        () => "a response",
        () => this.exchange(path, attempt),
      );
    });
  }

  private async exchange(path: string, attempt: number): Promise<Outcome> {
    const { origin, audience } = this.settings;
    // A new proof for every attempt: an assertion expires, and is accepted once.
    const proof = await clientProof(this.settings);
    this.assertion = proof.client_assertion ?? "";
    const form = { grant_type: "client_credentials", audience, ...proof };
    const request = {
      method: "POST",
      url: `${origin}${path}`,
      headers: { "Content-Type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams(form).toString(),
    };
    return this.transport.exchange(request, `POST ${path}`, attempt);
  }

  private errorOf(outcome: Outcome): ApiError {
    const { origin, secrets, settingPrefix } = this.settings;
    return apiError({
      settingPrefix,
      request: `POST ${origin}/oauth/token`,
      outcome,
      advice: tokenAdvice(outcome, this.settings),
      secrets: [...secrets, ...this.seen, this.assertion],
    });
  }
}

const statusOf = (outcome: Outcome): number => (outcome instanceof NoResponse ? 0 : outcome.status);

const bodyOf = (outcome: Outcome): Props =>
  !(outcome instanceof NoResponse) && isObject(outcome.body) ? outcome.body : {};

/** At least a second, or a token that expires at once would be requested again and again. */
const renewalDelayMs = (lifeMs: number) => Math.max(lifeMs - renewalLeadMs, lifeMs / 2, 1000);

/** Whether Auth0 rejected the credentials, or a quota is used up for longer than a run waits. */
function isRefusal(error: unknown): error is ApiError {
  if (!(error instanceof ApiError)) return false;
  const { status = 0, kind, availableAt } = error;
  return availableAt !== undefined || (status >= 400 && !isTemporary(kind));
}

/** What to do if no token was returned. */
function tokenAdvice(outcome: Outcome, { audience, settingPrefix }: Settings): string {
  const status = statusOf(outcome);
  if (status === 200) return "The response has no access token. Check the domain.";
  if (status === 404) {
    return `This domain has no tenant. Check ${settingPrefix}domain or AUTH0_DOMAIN.`;
  }
  // A code of RFC 6749 section 5.2.
  if (bodyOf(outcome).error === "unauthorized_client") {
    return "Enable the Client Credentials grant for the application. Machine-to-machine applications have it.";
  }
  if (status === 403) {
    return (
      `Authorize the application for the Management API (audience ${audience}).\n` +
      `If this is a custom domain, set ${settingPrefix}audience to https://<canonical domain>/api/v2/.`
    );
  }
  return "Check that the client ID and its secret (or key) are correct and belong to this domain.";
}

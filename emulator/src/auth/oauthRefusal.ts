import { STATUS_CODES } from "node:http";
import { Refusal, refusalOf } from "../http/refusal";

/** A request that the token endpoint rejects. The response has the error body of OAuth (RFC 6749, 5.2). */
export class OAuthRefusal extends Refusal {
  override body(): object {
    return { error: this.errorCode, error_description: this.message };
  }
}

export const accessDenied = (description: string) =>
  new OAuthRefusal(401, description, "access_denied");

export const invalidRequest = (description: string) =>
  new OAuthRefusal(400, description, "invalid_request");

/** Before the handler runs, only the body's syntax, size, or media type causes errors. */
export function oauthRefusalOf(error: unknown): Refusal {
  const refusal = refusalOf(error);
  if (refusal instanceof OAuthRefusal) return refusal;
  const { status, message } = refusal;
  return new OAuthRefusal(status, message, status < 500 ? "invalid_request" : "server_error");
}

/** Auth0's error body for a status without a particular reason. */
export function oauthErrorBody(status: number): object {
  if (status === 401) return accessDenied("Unauthorized").body();
  if (status === 429) {
    return new OAuthRefusal(429, "Global limit has been reached", "too_many_requests").body();
  }
  return oauthRefusalOf(new Refusal(status, STATUS_CODES[status] ?? "Error")).body();
}

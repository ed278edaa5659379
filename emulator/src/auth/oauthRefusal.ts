import { STATUS_CODES } from "node:http";
import { Refusal, refusalOf } from "../http/refusal";

/** A refusal of the token endpoint. Its response has the error body of OAuth (RFC 6749, 5.2). */
export class OAuthRefusal extends Refusal {
  override body(): object {
    return { error: this.errorCode, error_description: this.message };
  }
}

export const accessDenied = (description: string) =>
  new OAuthRefusal(401, description, "access_denied");

export const invalidRequest = (description: string) =>
  new OAuthRefusal(400, description, "invalid_request");

/** Errors before the handler runs concern the body: its syntax, its size or its media type. */
export function oauthRefusalOf(error: unknown): Refusal {
  const refusal = refusalOf(error);
  if (refusal instanceof OAuthRefusal) return refusal;
  const { status, message } = refusal;
  return new OAuthRefusal(status, message, status < 500 ? "invalid_request" : "server_error");
}

/** The service's error body for a status without a particular reason. */
export function oauthErrorBody(status: number): object {
  if (status === 401) return accessDenied("Unauthorized").body();
  if (status === 429) {
    return new OAuthRefusal(429, "Global limit has been reached", "too_many_requests").body();
  }
  return oauthRefusalOf(new Refusal(status, STATUS_CODES[status] ?? "Error")).body();
}

import { STATUS_CODES } from "node:http";
import { Refusal } from "../http/refusal";

/** A refusal of the token endpoint. Its response has the error body of OAuth (RFC 6749, 5.2). */
export class OAuthRefusal extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    description: string,
  ) {
    super(description);
  }

  body(): { error: string; error_description: string } {
    return { error: this.code, error_description: this.message };
  }
}

export const accessDenied = (description: string) =>
  new OAuthRefusal(401, "access_denied", description);

export const invalidRequest = (description: string) =>
  new OAuthRefusal(400, "invalid_request", description);

/** Errors before the handler runs concern the body: its syntax, its size or its media type. */
export function oauthRefusalOf(error: unknown): OAuthRefusal {
  if (error instanceof OAuthRefusal) return error;
  const { statusCode = 500, message } = error as { statusCode?: number; message: string };
  const status = error instanceof Refusal ? error.status : statusCode;
  return new OAuthRefusal(status, status < 500 ? "invalid_request" : "server_error", message);
}

/** The service's error body for a status without a particular reason. */
export function oauthErrorBody(status: number): object {
  if (status === 401) return accessDenied("Unauthorized").body();
  if (status === 429) {
    return new OAuthRefusal(429, "too_many_requests", "Global limit has been reached").body();
  }
  return oauthRefusalOf(new Refusal(status, STATUS_CODES[status] ?? "Error")).body();
}

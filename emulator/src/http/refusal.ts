import { STATUS_CODES } from "node:http";

/** A request that the tenant rejects. The response has the error body of the Management API. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly errorCode?: string,
  ) {
    super(message);
  }

  body(): object {
    return {
      statusCode: this.status,
      error: STATUS_CODES[this.status] ?? "Error",
      message: this.message,
      ...(this.errorCode === undefined ? {} : { errorCode: this.errorCode }),
    };
  }
}

/** Auth0's error body for a status without a particular reason. */
export function errorBody(status: number): object {
  if (status === 401) return unauthorized("Invalid token").body();
  if (status === 429) return tooManyRequests().body();
  return new Refusal(status, STATUS_CODES[status] ?? "Error").body();
}

export const unauthorized = (message: string) => new Refusal(401, message, "invalid_token");

export const insufficientScope = (scopes: string[]) =>
  new Refusal(403, `Insufficient scope, expected any of: ${scopes}`, "insufficient_scope");

export const invalidBody = (message: string) =>
  new Refusal(400, `Payload validation error: ${message}.`, "invalid_body");

export const invalidQuery = (message: string) =>
  new Refusal(400, `Query validation error: ${message}.`, "invalid_query_string");

export const unknownRoute = () => new Refusal(404, "Not Found");

export const tooManyRequests = () =>
  new Refusal(429, "Global limit has been reached", "too_many_requests");

/** Any other error comes from Fastify and has a status, or is a bug in the emulator (500). */
export function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  const { statusCode = 500, message } = error as { statusCode?: number; message: string };
  return new Refusal(statusCode, message);
}

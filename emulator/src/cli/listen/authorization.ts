import type { IncomingHttpHeaders } from "node:http";

/** What a receiver expects: an event stream's `webhook_authorization`, with its secret. */
export type Credentials =
  | { method: "basic"; username: string; password: string }
  | { method: "bearer"; token: string }
  | { method: "custom_header"; header_key: string; header_value: string };

/** Why the headers do not authorize a request, without a secret; undefined if they do. */
export function authorizationError(
  headers: IncomingHttpHeaders,
  credentials: Credentials,
): string | undefined {
  const { name, scheme, value } = expectedHeader(credentials);
  const header = headers[name.toLowerCase()];
  if (header === undefined) return `the header ${name} is missing`;
  const text = String(header);
  if (!text.toLowerCase().startsWith(scheme.toLowerCase())) {
    return `the header ${name} does not start with "${scheme.trim()}"`;
  }
  return text.slice(scheme.length) === value
    ? undefined
    : `the header ${name} has another value than expected`;
}

function expectedHeader(credentials: Credentials): { name: string; scheme: string; value: string } {
  switch (credentials.method) {
    case "basic": {
      const { username, password } = credentials;
      const value = Buffer.from(`${username}:${password}`).toString("base64");
      return { name: "Authorization", scheme: "Basic ", value };
    }
    case "bearer":
      return { name: "Authorization", scheme: "Bearer ", value: credentials.token };
    case "custom_header":
      return { name: credentials.header_key, scheme: "", value: credentials.header_value };
  }
}

/** The credentials as a stream's `webhook_authorization`, with a description for the secret. */
export function withPlaceholder(credentials: Credentials): Credentials {
  switch (credentials.method) {
    case "basic":
      return { ...credentials, password: "<the password>" };
    case "bearer":
      return { ...credentials, token: "<the token>" };
    case "custom_header":
      return { ...credentials, header_value: "<the value>" };
  }
}

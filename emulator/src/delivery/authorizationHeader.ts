import type { WebhookAuthorization } from "../model/store";

/** The header with which a webhook request is authorized. */
export function authorizationHeader(
  authorization: WebhookAuthorization | undefined,
): Record<string, string> {
  switch (authorization?.method) {
    case "basic": {
      const { username = "", password = "" } = authorization;
      const encoded = Buffer.from(`${username}:${password}`).toString("base64");
      return { authorization: `Basic ${encoded}` };
    }
    case "bearer":
      return { authorization: `Bearer ${authorization.token}` };
    case "custom_header":
      return { [String(authorization.header_key).toLowerCase()]: `${authorization.header_value}` };
    default:
      return {};
  }
}

import { STATUS_CODES } from "node:http";
import type { FastifyInstance } from "fastify";
import { assertionFault } from "../auth/clientAssertion";
import type { Context } from "../context";
import { acceptForm } from "../http/bodies";
import { Refusal } from "../http/refusal";

type Parameters = Record<string, unknown>;

const jwtBearer = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";

/** A refusal of the token endpoint, whose body is OAuth's and not the Management API's. */
class OAuthRefusal extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    description: string,
  ) {
    super(description);
  }
}

const denied = (description: string) => new OAuthRefusal(401, "access_denied", description);
const invalid = (description: string) => new OAuthRefusal(400, "invalid_request", description);

export function token(app: FastifyInstance, context: Context): void {
  const { settings, tokens } = context;

  app.register(async (oauth) => {
    acceptForm(oauth);

    oauth.setErrorHandler((error, _request, reply) => {
      const refusal = oauthRefusal(error);
      return reply.code(refusal.status).send(bodyOf(refusal));
    });

    for (const url of ["/oauth/token", "/oauth/token/"]) {
      oauth.post(url, async ({ body }, reply) => {
        const parameters: Parameters = { ...(body as object | undefined) };
        refuseGrant(parameters);
        refuseClient(parameters, context);
        refuseAudience(parameters.audience, context);
        const scopes = requestedScopes(parameters.scope, settings.scopes);
        const access_token = tokens.issue(context.identity.issuer, { scopes });
        reply.header("cache-control", "no-store");
        return {
          access_token,
          scope: scopes.join(" "),
          expires_in: settings.expiresIn,
          token_type: "Bearer",
        };
      });
    }
  });
}

function refuseGrant(parameters: Parameters): void {
  const grant = parameters.grant_type;
  if (grant === undefined) throw invalid("Missing required parameter: grant_type");
  if (grant !== "client_credentials") {
    throw new OAuthRefusal(403, "unsupported_grant_type", `Unsupported grant type: ${grant}`);
  }
}

function refuseClient(parameters: Parameters, { settings, identity }: Context): void {
  const { client_id, client_secret, client_assertion, client_assertion_type } = parameters;
  if (client_assertion === undefined) {
    if (client_id === undefined) throw invalid("Missing required parameter: client_id");
    const isKnown = client_id === settings.clientId && client_secret === settings.clientSecret;
    if (!isKnown) throw denied("Unauthorized");
    return;
  }
  if (client_secret !== undefined) throw invalid("Use client_secret or client_assertion, not both");
  if (client_assertion_type !== jwtBearer) {
    throw invalid(`client_assertion_type must be ${jwtBearer}`);
  }
  if (client_id !== undefined && client_id !== settings.clientId) throw denied("Unauthorized");
  const fault = assertionFault(String(client_assertion), {
    publicKey: settings.clientPublicKey,
    clientId: settings.clientId,
    hosts: identity.hosts,
    now: settings.now(),
  });
  if (fault !== undefined) throw denied(fault);
}

/** What is thrown before a handler runs is about the body: its form, its size, its media type. */
function oauthRefusal(error: unknown): OAuthRefusal {
  if (error instanceof OAuthRefusal) return error;
  const { statusCode = 500, message } = error as { statusCode?: number; message: string };
  const status = error instanceof Refusal ? error.status : statusCode;
  return new OAuthRefusal(status, status < 500 ? "invalid_request" : "server_error", message);
}

const bodyOf = ({ code, message }: OAuthRefusal) => ({ error: code, error_description: message });

/** The body of an answer of that status for which there is no particular reason. */
export function oauthErrorBody(status: number): object {
  if (status === 401) return bodyOf(denied("Unauthorized"));
  if (status === 429)
    return bodyOf(new OAuthRefusal(429, "too_many_requests", "Global limit has been reached"));
  return bodyOf(oauthRefusal(new Refusal(status, STATUS_CODES[status] ?? "Error")));
}

/**
 * The interface says `/api/v2/`; tenants know the same API by its full address, which stays the
 * canonical domain's where there is a custom one.
 */
function refuseAudience(audience: unknown, { identity, settings }: Context): void {
  const refuse = (description: string) => new OAuthRefusal(403, "access_denied", description);
  if (audience === undefined) throw refuse("No audience parameter was provided");
  if (audience === "/api/v2/") return;
  const host = /^https?:\/\/([^/]+)\/api\/v2\/$/.exec(String(audience))?.[1];
  const known = settings.domain === undefined ? identity.hosts : new Set([settings.domain]);
  if (!known.has(host ?? "")) throw refuse(`Service not found: ${audience}`);
}

function requestedScopes(scope: unknown, granted: string[]): string[] {
  if (typeof scope !== "string" || scope === "") return granted;
  const requested = scope.split(" ");
  return granted.filter((name) => requested.includes(name));
}

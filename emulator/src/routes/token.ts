import { createPublicKey } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { errors, jwtVerify } from "jose";
import { accessDenied, invalidRequest, OAuthRefusal, oauthRefusalOf } from "../auth/oauthRefusal";
import type { Context } from "../context";
import { acceptForm } from "../http/bodyParsers";
import { domainOf, type Settings } from "../options";

type Parameters = Record<string, unknown>;

const jwtBearer = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";

/** The hosts that a request may use in its audience or its assertion. */
const hostsOf = (settings: Settings) => [
  domainOf(settings),
  settings.domain,
  `localhost:${settings.port}`,
];

export function token(app: FastifyInstance, context: Context): void {
  const { settings, tokens } = context;

  app.register(async (oauth) => {
    acceptForm(oauth);

    oauth.setErrorHandler((error, _request, reply) => {
      const refusal = oauthRefusalOf(error);
      return reply.code(refusal.status).send(refusal.body());
    });

    for (const url of ["/oauth/token", "/oauth/token/"]) {
      oauth.post(url, async ({ body }, reply) => {
        const parameters: Parameters = { ...(body as object | undefined) };
        checkGrant(parameters);
        if (parameters.client_assertion === undefined) checkClientSecret(parameters, context);
        else await checkClientAssertion(parameters, context);
        checkAudience(parameters.audience, settings);
        const scopes = requestedScopes(parameters.scope, settings.scopes);
        const access_token = tokens.issue(scopes);
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

function checkGrant({ grant_type }: Parameters): void {
  if (grant_type === undefined) throw invalidRequest("Missing required parameter: grant_type");
  if (grant_type !== "client_credentials") {
    throw new OAuthRefusal(403, `Unsupported grant type: ${grant_type}`, "unsupported_grant_type");
  }
}

function checkClientSecret(parameters: Parameters, { settings }: Context): void {
  const { client_id, client_secret } = parameters;
  if (client_id === undefined) throw invalidRequest("Missing required parameter: client_id");
  const isValid = client_id === settings.clientId && client_secret === settings.clientSecret;
  if (!isValid) throw accessDenied("Unauthorized");
}

async function checkClientAssertion(
  parameters: Parameters,
  { settings, clock }: Context,
): Promise<void> {
  const { client_id, client_secret, client_assertion, client_assertion_type } = parameters;
  if (client_secret !== undefined) {
    throw invalidRequest("Use client_secret or client_assertion, not both");
  }
  if (client_assertion_type !== jwtBearer) {
    throw invalidRequest(`client_assertion_type must be ${jwtBearer}`);
  }
  if (client_id !== undefined && client_id !== settings.clientId) {
    throw accessDenied("Unauthorized");
  }
  if (settings.clientPublicKey === undefined) throw accessDenied("The client has no public key");
  try {
    // RFC 7523.
    await jwtVerify(String(client_assertion), createPublicKey(settings.clientPublicKey), {
      // Auth0 accepts only these.
      algorithms: ["RS256", "RS384", "PS256"],
      issuer: settings.clientId,
      subject: settings.clientId,
      audience: hostsOf(settings).flatMap((host) => [`https://${host}/`, `http://${host}/`]),
      requiredClaims: ["exp"],
      currentDate: new Date(clock.now()),
    });
  } catch (error) {
    if (error instanceof errors.JOSEError) throw accessDenied(`Client assertion: ${error.message}`);
    throw error;
  }
}

/** The API reference names the audience `/api/v2/`. Tenants also accept the full address of their API. */
function checkAudience(audience: unknown, settings: Settings): void {
  const denied = (description: string) => new OAuthRefusal(403, description, "access_denied");
  if (audience === undefined) throw denied("No audience parameter was provided");
  if (audience === "/api/v2/") return;
  const host = /^https?:\/\/([^/]+)\/api\/v2\/$/.exec(String(audience))?.[1];
  if (!hostsOf(settings).includes(host ?? "")) throw denied(`Service not found: ${audience}`);
}

function requestedScopes(scope: unknown, granted: string[]): string[] {
  if (typeof scope !== "string" || scope === "") return granted;
  const requested = scope.split(" ");
  return granted.filter((name) => requested.includes(name));
}

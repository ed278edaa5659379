import { beforeEach, describe, expect, test } from "@jest/globals";
import type { CannedResponse, Fault, TenantOptions } from "../../../../emulator/src";
import type { Settings } from "../../../../provider/config/settings";
import { listDeliveries } from "../../../../provider/deliveries/listDeliveries";
import { lifecycle } from "../../../../provider/lifecycle/resource";
import { eventStream, rateLimitPolicy } from "../../../../provider/resources";
import { selfSigned } from "../../../../tools/certificate";
import {
  type Connection,
  connect,
  connectTo,
  expireHangs,
  openTenant,
} from "../../../support/tenant/connect";
import { type ProxyOptions, startProxy } from "../../../support/tenant/proxy";
import { stream } from "../../../support/values/eventStream";
import { leaksIn } from "../../../support/values/leaks";
import { policy } from "../../../support/values/rateLimitPolicy";

const streams = lifecycle(eventStream);
const policies = lifecycle(rateLimitPolicy);

const proxyVariables = ["http_proxy", "https_proxy", "all_proxy", "no_proxy"];
beforeEach(() => {
  for (const name of proxyVariables) {
    delete process.env[name];
    delete process.env[name.toUpperCase()];
  }
});

const clientId = "emulator-client";
const clientSecret = "canary-client-secret";
const id = "est_0123456789abcdefghijkl";

/** An operation that the tenant rejects. */
type Operation = (connection: Connection) => Promise<unknown>;
const createStream: Operation = ({ session }) => streams.create(session, stream());
const readStream: Operation = ({ session }) => streams.read(session, id, stream());
const getStream: Operation = ({ session }) => streams.read(session, id, {});
const rename: Operation = ({ session }) =>
  streams.update(session, id, stream(), stream({ name: "new" }));
const enable: Operation = ({ session }) =>
  streams.update(session, id, stream({ status: "disabled" }), stream({ status: "enabled" }));
const createPolicy: Operation = ({ session }) => policies.create(session, policy());
const list: Operation = ({ session }) => listDeliveries(session.api, { eventStreamId: id }).next();

/** The circumstances of the request. */
interface Given {
  operation?: Operation;
  options?: TenantOptions;
  settings?: Partial<Settings>;
  api?: CannedResponse;
  token?: CannedResponse;
  faults?: Fault[];
  proxy?: ProxyOptions | string;
}

async function refusal(given: Given): Promise<string> {
  const { operation = createStream, options, settings, faults, api, token, proxy } = given;
  const connection = await connect({ clientSecret, ...options }, settings);
  const { server } = connection;
  for (const fault of faults ?? []) server.addFault(fault);
  expireHangs(server, connection.clock);
  if (api ?? token) server.respond = ({ kind }) => (kind === "api" ? api : token);
  if (proxy !== undefined) {
    process.env.HTTPS_PROXY =
      typeof proxy === "string" ? proxy : `http://${(await startProxy(proxy)).host}`;
  }
  const message = await messageOf(operation(connection));
  expect(leaksIn(message, connection.session.api.token.seen)).toEqual([]);
  return message;
}

async function messageOf(refused: Promise<unknown>): Promise<string> {
  const error: unknown = await refused.catch((reason: unknown) => reason);
  if (!(error instanceof Error)) throw new Error("nothing was refused");
  expect(error.message).toMatch(/^[^\r\n]{10,}(\n[^\r\n]{10,})*$/);
  return error.message
    .replace(/127\.0\.0\.1:\d+/g, "<tenant>")
    .replace(/pulumi-[\da-f-]{36}/g, "<uuid>")
    .replace(/\b(est_(?!0123)\w{22}|rlp_\w{21,22})/g, "<id>");
}

const says = async (given: Given, message: string) => expect(await refusal(given)).toBe(message);

const error = (status: number, error: string, message: string, errorCode?: string) => ({
  status,
  body: { statusCode: status, error, message, ...(errorCode && { errorCode }) },
});
const page = (status: number, title: string) => ({
  status,
  headers: { "content-type": "text/html" },
  body: `<!DOCTYPE html>\n<html><head><title>\n ${title}\n</title></head></html>`,
});
const credentials = (clientAssertionPrivateKey: string) => ({
  credentials: { clientId, clientAssertionPrivateKey, clientAssertionSigningAlg: "RS256" },
});
const at = (domain: string) => ({
  domain,
  origin: `https://${domain}`,
  audience: `https://${domain}/api/v2/`,
});
const nowhere = { domain: "127.0.0.1:1", origin: "http://127.0.0.1:1" };
const ready = { credentials: { apiToken: "canary-ready-token" } };

describe("the token endpoint's error for", () => {
  const denied = (description: string, code = "access_denied") => ({
    status: 403,
    body: { error: code, error_description: description },
  });

  test.each(
    Object.entries<[Given, string]>({
      "a wrong secret": [
        { settings: { credentials: { clientId, clientSecret: "canary-wrong-secret" } } },
        "POST http://<tenant>/oauth/token: 401 access_denied: Unauthorized.\nCheck that the client ID and its secret (or key) are correct and belong to this domain.",
      ],
      "an application without the grant": [
        {
          token: denied(
            "Grant type 'client_credentials' not allowed for the client.",
            "unauthorized_client",
          ),
        },
        "POST http://<tenant>/oauth/token: 403 unauthorized_client: Grant type 'client_credentials' not allowed for the client.\nEnable the Client Credentials grant for the application. Machine-to-machine applications have it.",
      ],
      "an unknown audience": [
        { settings: { audience: "https://login.example.com/api/v2/" } },
        "POST http://<tenant>/oauth/token: 403 access_denied: Service not found: https://login.example.com/api/v2/.\nAuthorize the application for the Management API (audience https://login.example.com/api/v2/).\nIf this is a custom domain, set auth0:audience to https://<canonical domain>/api/v2/.",
      ],
      "a response without a token": [
        { token: { body: { token_type: "Bearer" } } },
        "POST http://<tenant>/oauth/token: 200.\nThe response has no access token. Check the domain.",
      ],
      "a missing path, with and without the slash": [
        { token: error(404, "Not Found", "Not Found") },
        "POST http://<tenant>/oauth/token: 404 Not Found: Not Found.\nThis domain has no tenant. Check auth0:domain or AUTH0_DOMAIN.",
      ],
      "a redirect": [
        { token: { status: 302, headers: { location: "https://login.example.com/?canary-a=b" } } },
        "POST http://<tenant>/oauth/token: 302.\nThe provider doesn't follow redirects (to login.example.com). Check the domain.",
      ],
      "a private key whose file does not exist": [
        { settings: credentials("/nowhere/canary-key.pem") },
        "clientAssertionPrivateKey is neither a PEM private key nor a file that can be read (ENOENT).\nSet it to the path of the key's file, or to the key's whole text including the BEGIN and END lines.",
      ],
      "an invalid private key": [
        { settings: credentials("-----BEGIN PRIVATE KEY-----\ncanary-key") },
        "clientAssertionPrivateKey isn't a PEM private key.\nSet it to the path of the key's file, or to the key's whole text including the BEGIN and END lines.",
      ],
    }),
  )("%s", (_situation, [given, message]) => says(given, message));
});

describe("the connection's error for", () => {
  const through = (proxy: ProxyOptions | string): Given => ({
    settings: at("tenant.example.com"),
    proxy,
  });
  const answering = (...answer: string[]) => through({ answer });
  const requested = "POST https://tenant.example.com/oauth/token";

  test.each(
    Object.entries<[Given, string]>({
      "a port of this machine without a server": [
        { settings: nowhere },
        "POST http://<tenant>/oauth/token: no response (ECONNREFUSED).\nNothing is listening at this address on your machine. Start the emulator (or the server that should listen there).\nIf it's running, check the port.",
      ],
      "an unknown host": [
        { settings: at(`${"a".repeat(64)}.example.com`) },
        `POST https://${"a".repeat(64)}.example.com/oauth/token: no response (ENOTFOUND).\nNo host has this name. Check the domain, and that this machine can resolve names.\nIf this machine needs a proxy, set HTTPS_PROXY.`,
      ],
      "a self-signed certificate": [
        { options: { tls: selfSigned() } },
        "POST https://<tenant>/oauth/token: no response (DEPTH_ZERO_SELF_SIGNED_CERT).\nThe certificate isn't trusted. Check the domain.\nIf this machine has a proxy or a private CA, set NODE_EXTRA_CA_CERTS to the path of its certificate file.",
      ],
      "a connection that is closed": [
        { operation: readStream, faults: [{ kind: "drop", times: 0 }] },
        `GET /event-streams/${id} (<tenant>): no response (ECONNRESET).\nThe connection broke. Check the network, and try again.`,
      ],
      "a response that is cut off": [
        { operation: readStream, faults: [{ kind: "cut", times: 0 }] },
        `GET /event-streams/${id} (<tenant>): no response (it was cut off).\nThe connection broke. Check the network, and try again.`,
      ],
      "a response that is late": [
        { operation: readStream, faults: [{ kind: "hang", times: 0 }] },
        `GET /event-streams/${id} (<tenant>): no response (timed out after 60 s).\nTry again later.\nTo wait longer, set auth0:timeout.`,
      ],
      "a response over 10 MB": [
        { operation: readStream, api: { body: "x".repeat(10_000_001) } },
        `GET /event-streams/${id} (<tenant>): no response (the body is larger than 10 MB).\nThis isn't a response from Auth0. Check the domain.`,
      ],
      "a proxy that forbids the host": [
        answering("HTTP/1.1 403 Forbidden\r\nContent-Length: 13\r\n\r\n", "<html></html>"),
        `${requested}: no response (proxy: status 403).\nThe proxy in HTTPS_PROXY doesn't let this machine through to the host. Allow the host in the proxy.\nIf this machine can reach the host directly, add the host to NO_PROXY.`,
      ],
      "a proxy that requires a login": [
        through({ login: "user:canary-login" }),
        `${requested}: no response (proxy: status 407).\nThe proxy requires a login. Write HTTPS_PROXY as http://user:password@host:port.`,
      ],
      "a proxy that does not reach the host": [
        answering("HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n"),
        `${requested}: no response (proxy: status 502).\nThe proxy in HTTPS_PROXY can't reach the host. Check the domain.`,
      ],
      "an unreachable proxy": [
        through("http://127.0.0.1:1"),
        `${requested}: no response (proxy: ECONNREFUSED).\nThe proxy in HTTPS_PROXY can't be reached, or isn't a proxy. Check its address (usually http://) and port.`,
      ],
      "an invalid proxy address": [
        through("http://user:canary-pass#word@proxy.example.com:3128"),
        `${requested}: no response (proxy: its address is not valid).\nWrite HTTPS_PROXY as http://user:password@host:port, and percent-encode special characters.`,
      ],
    }),
  )("%s", (_situation, [given, message]) => says(given, message));

  test("a port without TLS", async () => {
    const { settings } = await connectTo((_request, response) => response.end());
    const { session } = openTenant({ ...settings, origin: `https://${settings.domain}` });
    expect(await messageOf(streams.create(session, stream()))).toBe(
      "POST /event-streams (<tenant>): no response (EPROTO).\nThe server didn't respond with TLS. Check the domain and port.\nIf it's the emulator, write `http://` before its address.\nCorrelation ID: <uuid>",
    );
  });
});

describe("Auth0's error for", () => {
  test.each<[string, Operation, string]>([
    ["POST /event-streams", createStream, "create:event_streams"],
    [`GET /event-streams/${id}/deliveries`, list, "read:event_streams,read:event_deliveries"],
  ])("a missing scope of %s", async (route, operation, expected) => {
    const trace = route.startsWith("GET") ? "" : "\nCorrelation ID: <uuid>";
    const message = await refusal({ operation, options: { scopes: [] } });
    expect(message).toBe(
      `${route} (<tenant>): 403 insufficient_scope: Insufficient scope, expected any of: ${expected}.\nGrant the scope ${expected.replace(",", " or ")} to the application.${trace}`,
    );
  });

  test.each(
    Object.entries<[Given, string]>({
      "a token that is refused twice": [
        { api: error(401, "Unauthorized", "Invalid token", "invalid_token") },
        "POST /event-streams (<tenant>): 401 invalid_token: Invalid token.\nAuth0 rejected the access token, and then a new one. Check auth0:audience.\nCorrelation ID: <uuid>",
      ],
      "a ready token that is refused": [
        { settings: ready },
        "POST /event-streams (<tenant>): 401 invalid_token: Invalid token.\nAuth0 rejected the token in AUTH0_API_TOKEN (auth0:apiToken), which the provider can't renew.\nSet a new token for this tenant's Management API.\nIf tokens expire too often, set a client ID with its secret or key instead.\nCorrelation ID: <uuid>",
      ],
      "a disabled stream that may not be enabled": [
        { operation: enable, api: error(400, "Bad Request", "It is disabled.", "invalid_body") },
        `PATCH /event-streams/${id} (<tenant>): 400 invalid_body: It is disabled.\nIf Auth0 disabled the stream, redeliver its failed deliveries: \`npx --no-install pulumi-auth0-native deliveries redeliver ${id}\`.\nTo change other properties before that, set status to "disabled" in the program.\nTo leave the status to Auth0, add it to ignoreChanges.\nCorrelation ID: <uuid>`,
      ],
      "an update of what is gone": [
        { operation: rename },
        `PATCH /event-streams/${id} (<tenant>): 404 Not Found: The requested stream does not exist.\nThe object no longer exists. Run \`pulumi refresh\`, then \`pulumi up\` to recreate it.\nCorrelation ID: <uuid>`,
      ],
      "a look at what is not there": [
        { operation: getStream },
        `GET /event-streams/${id} (<tenant>): 404 Not Found: The requested stream does not exist.\nCheck the ID.\nIf the ID is correct, check that the domain belongs to the right tenant.`,
      ],
      "deliveries of what is not there": [
        { operation: list },
        `GET /event-streams/${id}/deliveries (<tenant>): 404 Not Found: The requested stream does not exist.\nThis tenant has no such stream. Take the ID from the stream's output.`,
      ],
      "an invalid id": [
        { operation: ({ session }) => streams.read(session, "crm", {}) },
        "GET /event-streams/crm (<tenant>): 400 invalid_uri: Path validation error: 'Object didn't pass validation for format event-stream-id: crm' on property id (Unique identifier for the event stream).\nThe ID isn't valid. Correct it.\nIf the state contains it, run `pulumi state delete <urn>`.",
      ],
      "a firewall's page": [
        { operation: readStream, api: page(403, "Blocked: canary-client-secret") },
        `GET /event-streams/${id} (<tenant>): 403, with a web page "Blocked: [secret]" instead of a response from Auth0.\nCheck the domain, and any proxy or gateway in front of it.`,
      ],
      "a response of cut JSON": [
        { operation: readStream, faults: [{ kind: "truncated", times: 0 }] },
        `GET /event-streams/${id} (<tenant>): 200, without a JSON object.\nTry again later.\nIf it happens again, check the domain.`,
      ],
    }),
  )("%s", (_situation, [given, message]) => says(given, message));
});

test("the error of an uncertain create names the failed search and the object to look for", async () => {
  const message = await refusal({
    operation: createPolicy,
    faults: [{ route: "POST /rate-limit-policies", kind: "drop", when: "after" }],
    options: { scopes: ["create:rate_limit_policies"] },
  });
  expect(message).toBe(
    "POST /rate-limit-policies (<tenant>): no response (ECONNRESET).\nAuth0 may or may not have created it. Look for a new RateLimitPolicy in the tenant before you run `pulumi up` again.\nThe search for it failed: GET /rate-limit-policies (<tenant>): 403 insufficient_scope: Insufficient scope, expected any of: read:rate_limit_policies.\nGrant the scope read:rate_limit_policies to the application.\nCorrelation ID: <uuid>",
  );
});

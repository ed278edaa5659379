import { expect, test } from "@jest/globals";
import { apiError, type FailedRequest } from "../../../../provider/api/apiError";
import type { Json } from "../../../../provider/shared/json";

const request = "PATCH /event-streams/est_1 (a.auth0.com)";
const settingPrefix = "auth0:";
const failed = (status: number, body?: Json, more: Partial<FailedRequest> = {}) =>
  apiError({ settingPrefix, request, outcome: { status, headers: {}, body }, ...more });
const page = "<!DOCTYPE html>\n<html><body>Bad gateway</body></html>";

test.each(
  Object.entries<[number, Json | undefined, Partial<FailedRequest>, string]>({
    "that the token's application may not use the API, whatever the caller advises": [
      401,
      { error: "Unauthorized", message: "Client is not global." },
      { advice: "set a new token" },
      "401 Unauthorized: Client is not global.\nThe token's application isn't allowed to use the Management API.\nAuthorize a machine-to-machine application for the Auth0 Management API, and use its credentials.",
    ],
    "that a plan lacks the feature, and no scope": [
      403,
      { errorCode: "insufficient_entitlement", message: "Not entitled" },
      { scopes: ["create:rate_limit_policies"] },
      "403 insufficient_entitlement: Not entitled.\nThe tenant's plan doesn't include this feature. Granting permissions doesn't help.",
    ],
    "that a limit of objects is reached, whatever the caller advises": [
      403,
      { message: "You reached the limit of entities of this type for this tenant." },
      { advice: "adopt it" },
      "403: You reached the limit of entities of this type for this tenant.\nA quota of the tenant is used up. Delete objects that you don't need.\nIf you need them all, ask Auth0 for a higher quota.",
    ],
    "the scope that the service names, and not the request's": [
      403,
      { errorCode: "insufficient_scope", message: "Insufficient scope, expected any of: read:a" },
      { scopes: ["read:b"] },
      "403 insufficient_scope: Insufficient scope, expected any of: read:a.\nGrant the scope read:a to the application.",
    ],
    "a scope that may be missing, where the service names no reason": [
      403,
      {},
      { scopes: ["create:event_streams"] },
      "403.\nIf the application lacks the scope create:event_streams, grant it.",
    ],
    "too large a body": [413, {}, {}, "413.\nThe request is too large. Shorten the values."],
    "the rate limit": [
      429,
      { errorCode: "too_many_requests", message: "Global limit has been reached" },
      {},
      "429 too_many_requests: Global limit has been reached.\nThe tenant's rate limit is used up. Try again later.\nIf it happens often, lower auth0:requestsPerSecond.",
    ],
    "a web page instead of the service": [
      502,
      page,
      {},
      "502, with a web page instead of a response from Auth0.\nTry again later.\nIf it happens again, check the domain, and any proxy or gateway in front of it.",
    ],
    text: [
      500,
      "upstream connect error",
      {},
      "500, without a JSON object.\nAuth0 returned an error. Try again later.",
    ],
    "texts that are no texts": [
      400,
      { message: { a: 1 }, errorCode: 7 },
      {},
      "400.\nAuth0 rejected a value (see above). Correct it in your program.",
    ],
  }),
)("an error names %s", (_what, [status, body, more, expected]) => {
  expect(failed(status, body, more).message).toBe(`${request}: ${expected}`);
});

test.each([
  ["a web page with 404", 404, "<html>", { advice: "it was deleted" }],
  ["a gateway's 404", 404, { message: "no Route" }, { advice: "it was deleted", scopes: ["s"] }],
  ["a firewall's 403", 403, "<html>", { scopes: ["read:event_streams"] }],
  ["a 503 of the token endpoint", 503, {}, { advice: "check the secret" }],
] as [string, number, Json, Partial<FailedRequest>][])(
  "%s gets no contradictory advice",
  (_case, status, body, more) => {
    const { message } = failed(status, body, more);
    for (const word of ["deleted", "scope", "secret"]) expect(message).not.toContain(word);
  },
);

test("another advice replaces the first, and nothing else changes", () => {
  const more = { advice: "Import it.", correlationId: "c", scopes: ["create:event_streams"] };
  const first = failed(409, { message: "Exists" }, more);
  const { message, status, mayHaveRun, kind } = first.advise("Look for it.");
  expect(message).toBe(`${request}: 409: Exists.\nLook for it.\nCorrelation ID: c`);
  expect({ status, mayHaveRun, kind }).toEqual({
    status: 409,
    mayHaveRun: false,
    kind: "conflict",
  });
});

test("Auth0's message becomes one line of bounded length", () => {
  const { message } = failed(400, { message: `one\n\ttwo\r\n${"x".repeat(5000)}` });
  expect(message).toMatch(/^[^\n\r\t]{0,700}\nAuth0 rejected/);
  expect(message).toContain("one two xxx");
});

test("a message that is cut for its length does not end with the start of a secret", () => {
  const cases: [message: string, expected: string][] = [
    [`${"x".repeat(492)}hunter2-hunter2-`, `: ${"x".repeat(492)}[secret]`],
    [`No:${" ".repeat(4990)}hunter2-hunter2-`, ""],
  ];
  for (const [message, expected] of cases) {
    const { message: shown } = failed(400, { message }, { secrets: ["hunter2-"] });
    expect(shown).toBe(
      `${request}: 400${expected}.\nAuth0 rejected a value (see above). Correct it in your program.`,
    );
  }
});

test.each([
  ["is cut", "canary".repeat(200)],
  ["is folded", "canary  one\n\tcanary two"],
])("a secret is redacted before Auth0's message %s", (_what, secret) => {
  const body = { message: `No: ${secret}`, errorCode: secret };
  expect(failed(400, body, { secrets: [secret] }).message).toBe(
    `${request}: 400 [secret]: No: [secret].\nAuth0 rejected a value (see above). Correct it in your program.`,
  );
});

test("a gateway's 404 names the gateway", () => {
  const headers = { server: "kong/3.4.2", via: "1.1 \u001b[31m" };
  const body = { message: "no Route matched with those values" };
  const { message } = apiError({
    settingPrefix,
    request,
    outcome: { status: 404, headers, body },
    scopes: ["read:event_streams"],
  });
  expect(message).toBe(
    `${request}: 404: no Route matched with those values.\nThis 404 isn't from Auth0. Check the domain, and any proxy or gateway in front of it. The response came from: kong/3.4.2.`,
  );
});

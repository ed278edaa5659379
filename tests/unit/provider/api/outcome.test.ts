import { describe, expect, test } from "@jest/globals";
import type { HttpResponse } from "../../../../provider/api/http";
import { NoResponse } from "../../../../provider/api/networkError";
import {
  classifyOutcome,
  isRetryable,
  mayHaveRun,
  type Outcome,
  type OutcomeKind,
} from "../../../../provider/api/outcome";

const response = (status: number, body?: HttpResponse["body"]): Outcome => ({
  status,
  headers: {},
  body,
});
const page = "<!DOCTYPE html>\n<html><body>Bad gateway</body></html>";
const notFound = { statusCode: 404, error: "Not Found", message: "Does not exist." };
const maximum = "The maximum number of event streams is reached";
// Auth0 publishes this for POST /self-service-profiles.
const full = "No more profiles can be created for this tenant.";

describe("the kind of", () => {
  // The last column is the outcome of a DELETE if it differs.
  test.each<[string, Outcome, OutcomeKind, OutcomeKind?]>([
    ["199", response(199, {}), "refused"],
    ["200 with an object", response(200, {}), "success"],
    ["200 without a body", response(200), "success"],
    ["204", response(204), "success"],
    ["299", response(299, {}), "success"],
    ["200 with cut JSON", response(200, '{"id": "est_'), "lost", "success"],
    ["200 with a web page", response(200, page), "unreadable"],
    ["300", response(300, {}), "refused"],
    ["400", response(400, {}), "refused"],
    ["400 with a web page", response(400, page), "gateway"],
    ["403", response(403, { message: "Forbidden." }), "refused"],
    ["404", response(404, notFound), "notFound"],
    ["404 with a web page", response(404, `  \n${page}`), "gateway"],
    ["404 with text", response(404, "404 page not found\n"), "gateway"],
    ["404 without a body", response(404), "gateway"],
    ["404 with null", response(404, null), "gateway"],
    ["404 with a list", response(404, []), "gateway"],
    ["404 of Kong", response(404, { message: "no Route matched with those values" }), "gateway"],
    ["404 of Azure", response(404, { statusCode: 404, message: "Not found" }), "gateway"],
    ["404 of Nest", response(404, { ...notFound, message: "Cannot GET /api/v2/x" }), "gateway"],
    [
      "404 of Fastify",
      response(404, { ...notFound, message: "Route GET:/x not found" }),
      "gateway",
    ],
    ["404 of hapi", response(404, { ...notFound, message: "Not Found" }), "gateway"],
    ["404 as a text", response(404, { statusCode: "404", error: "Not Found" }), "gateway"],
    ["410 in the form of a 404", response(410, notFound), "refused"],
    ["409", response(409, {}), "conflict"],
    ["409 without a body", response(409), "conflict"],
    ["409 with a web page", response(409, page), "gateway"],
    ["409 of a quota", response(409, { message: maximum }), "quota"],
    ["409 of a full tenant", response(409, { message: full }), "quota"],
    ["409 of both", response(409, { message: `${maximum}, or already in use` }), "conflictOrQuota"],
    ["408", response(408, {}), "timedOut"],
    ["425", response(425, {}), "notRun"],
    ["429", response(429, {}), "notRun"],
    ["429 with a web page", response(429, page), "notRun"],
    ["500", response(500, {}), "lost"],
    ["502 with a web page", response(502, page), "lost"],
    ["504", response(504), "timedOut"],
    ["522", response(522, page), "timedOut"],
    ["524", response(524, page), "timedOut"],
    ["a missing response", new NoResponse("code", "timedOut"), "timedOut"],
  ])("%s is known", (_what, outcome, expected, ofDelete = expected) => {
    for (const method of ["GET", "PUT", "PATCH", "POST"]) {
      expect(classifyOutcome(outcome, method)).toBe(expected);
    }
    expect(classifyOutcome(outcome, "DELETE")).toBe(ofDelete);
  });

  test.each<[number, string, OutcomeKind]>([
    [400, "quota_exceeded", "quota"],
    [403, "too_many_entities", "quota"],
    [403, "event_stream_limit_reached", "quota"],
    [409, "limit_exceeded", "quota"],
    [404, "quota_exceeded", "gateway"],
    [400, "invalid_rate_limit_policy", "refused"],
    [400, "invalid_limit", "refused"],
    [403, "rate_limit_policies_disabled", "refused"],
    [409, "rate_limit_policy_conflict", "conflict"],
    [429, "too_many_requests", "notRun"],
  ])("%d %s is known", (status, errorCode, kind) => {
    expect(classifyOutcome(response(status, { errorCode }))).toBe(kind);
  });
});

test.each<[OutcomeKind, "all" | "all but POST" | "none", boolean]>([
  ["notRun", "all", false],
  ["lost", "all but POST", true],
  ["timedOut", "all but POST", true],
  ["unreadable", "none", true],
  ["gateway", "none", false],
  ["conflict", "none", false],
  ["refused", "none", false],
])(
  "after an outcome %s, %s are repeated, and the request may have run: %s",
  (kind, retried, ran) => {
    expect(isRetryable(kind, true)).toBe(retried !== "none");
    expect(isRetryable(kind, false)).toBe(retried === "all");
    expect(mayHaveRun(kind)).toBe(ran);
  },
);

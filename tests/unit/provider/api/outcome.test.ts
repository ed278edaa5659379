import { describe, expect, test } from "@jest/globals";
import type { HttpResponse } from "../../../../provider/api/http";
import { type NetworkFailureKind, NoResponse } from "../../../../provider/api/networkError";
import {
  classifyOutcome,
  type Outcome,
  successfulResponse,
} from "../../../../provider/api/outcome";

const response = (status: number, body?: HttpResponse["body"]): Outcome => ({
  status,
  headers: {},
  body,
});
const noResponse = (kind: NetworkFailureKind) => new NoResponse("code", kind);
const page = "<html>Bad gateway</html>";

/** Which requests are sent again. */
type Retried = "all" | "all but POST" | "none";

const final = { retried: "none", mayHaveRun: false } as const;
const notRun = { retried: "all", mayHaveRun: false } as const;
const uncertain = { retried: "all but POST", mayHaveRun: true } as const;
const uncertainForGood = { retried: "none", mayHaveRun: true } as const;

describe("the classification", () => {
  // The last column is for DELETE, where that differs.
  test.each<[string, Outcome, Expected, Expected?]>([
    ["200 with an object", response(200, {}), final],
    ["200 without a body", response(200), final],
    ["204", response(204), final],
    ["200 with cut JSON", response(200, '{"id": "est_'), uncertain, final],
    ["200 with a web page", response(200, page), uncertainForGood],
    ["301", response(301), final],
    ["400", response(400, {}), final],
    ["400 with a web page", response(400, page), final],
    ["401", response(401, {}), final],
    ["403", response(403, {}), final],
    ["404", response(404, {}), final],
    ["409", response(409, {}), final],
    ["408", response(408, {}), uncertain],
    ["413", response(413, {}), final],
    ["425", response(425, {}), notRun],
    ["429", response(429, {}), notRun],
    ["429 with a web page", response(429, page), notRun],
    ["500", response(500, {}), uncertain],
    ["502 with a web page", response(502, page), uncertain],
    ["504", response(504), uncertain],
    ["599", response(599), uncertain],
    ["a lost connection", noResponse("lost"), uncertain],
    ["an unreachable host", noResponse("unreachable"), notRun],
    ["a certificate that is not trusted", noResponse("refused"), final],
    ["a response that is too large", noResponse("oversized"), uncertainForGood],
  ])(
    "of %s says whether to retry, and whether the request may have run",
    (_what, outcome, expected, ofDelete = expected) => {
      for (const method of ["GET", "PUT", "PATCH"]) {
        expect(classifyOutcome(outcome, { method })).toEqual(classified(expected, true));
      }
      expect(classifyOutcome(outcome, { method: "POST" })).toEqual(classified(expected, false));
      expect(classifyOutcome(outcome, { method: "POST", idempotent: true })).toEqual(
        classified(expected, true),
      );
      expect(classifyOutcome(outcome, { method: "DELETE" })).toEqual(classified(ofDelete, true));
    },
  );
});

interface Expected {
  retried: Retried;
  mayHaveRun: boolean;
}

const classified = ({ retried, mayHaveRun }: Expected, idempotent: boolean) => ({
  retry: retried === "all" || (retried === "all but POST" && idempotent),
  mayHaveRun,
});

test.each([
  [199, false],
  [200, true],
  [299, true],
  [300, false],
])("the status %i confirms a request: %p", (status, confirms) => {
  expect(successfulResponse(response(status, {}), "POST") !== undefined).toBe(confirms);
});

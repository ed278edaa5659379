import { beforeEach, expect, test } from "@jest/globals";
import { claim, resetClaims } from "../../../sdk/claims";

const run = {};
const eu = { name: "eu" };

beforeEach(resetClaims);

test("a second resource with one provider is reported with the name of the first", () => {
  expect(claim(run, "Push", { provider: eu, name: "one" })).toBeUndefined();
  expect(claim(run, "Push", { provider: eu, name: "two" })).toBe("one");
  expect(claim(run, "Push", { provider: eu, name: "three" })).toBe("one");
});

test.each([
  ["another provider", run, "Push", { provider: undefined, name: "two" }],
  ["another object", run, "Mail", { provider: eu, name: "two" }],
  ["another run", {}, "Push", { provider: eu, name: "two" }],
])("a resource of %s is not reported", (_case, otherRun, object, claimed) => {
  claim(run, "Push", { provider: eu, name: "one" });
  expect(claim(otherRun, object, claimed)).toBeUndefined();
});

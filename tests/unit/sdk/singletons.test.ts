import { beforeEach, expect, test } from "@jest/globals";
import { claimSingleton, resetSingletons } from "../../../sdk/singletons";

const run = {};
const eu = { name: "eu" };

beforeEach(resetSingletons);

test("a second resource with one provider is reported with the name of the first", () => {
  expect(claimSingleton(run, { type: "Push", provider: eu, name: "one" })).toBeUndefined();
  expect(claimSingleton(run, { type: "Push", provider: eu, name: "two" })).toBe("one");
  expect(claimSingleton(run, { type: "Push", provider: eu, name: "three" })).toBe("one");
});

test.each([
  ["another provider", run, { type: "Push", provider: undefined, name: "two" }],
  ["another type", run, { type: "Mail", provider: eu, name: "two" }],
  ["another run", {}, { type: "Push", provider: eu, name: "two" }],
])("a resource of %s is not reported", (_case, otherRun, singleton) => {
  claimSingleton(run, { type: "Push", provider: eu, name: "one" });
  expect(claimSingleton(otherRun, singleton)).toBeUndefined();
});

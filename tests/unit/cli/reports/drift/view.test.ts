import { expect, test } from "@jest/globals";
import {
  driftReport,
  type ResourceReport,
  type StackReport,
  stackReport,
} from "../../../../../cli/reports/drift/report";
import { verdict } from "../../../../../cli/reports/drift/verdict";
import { comparedSummary } from "../../../../../cli/reports/drift/view";
import { shownText } from "../../../../../cli/reports/view";

const object = (result: ResourceReport["result"]): ResourceReport => ({
  urn: "urn:pulumi:prod::auth0::x::crm",
  kind: "EventStream",
  name: "crm",
  id: "est_1",
  result,
  properties: [],
});

const stack = (rest: Partial<StackReport> = {}) =>
  stackReport({ name: "prod", folder: ".", problems: [], checked: 3, resources: [], ...rest });

const stacks = {
  clean: stack(),
  drift: stack({ resources: [object("changed")] }),
  gone: stack({ resources: [object("gone")] }),
  unverifiable: stack({ checked: 0, resources: [object("unverifiable")] }),
  unmanaged: stack({
    unmanaged: [{ kind: "EventStream", name: "crm", id: "est_1", tenant: "example.eu.auth0.com" }],
  }),
  failed: stack({ checked: 0, problems: [{ message: "no token" }] }),
  partial: stack({ problems: [{ message: "no response" }] }),
  partialWithDrift: stack({
    problems: [{ message: "no response" }],
    resources: [object("changed")],
  }),
};

type Name = keyof typeof stacks;

test.each([
  ["No stack was checked", []],
  ["No drift in <prod>", ["clean"]],
  ["No drift in 2 stacks", ["clean", "unverifiable"]],
  ["Nothing to compare in <prod>", ["unverifiable"]],
  ["1 of 1 stack drifted", ["drift"]],
  ["2 of 3 stacks drifted", ["drift", "clean", "gone"]],
  ["1 of 3 stacks drifted, 1 couldn't be checked completely", ["drift", "clean", "failed"]],
  ["1 of 2 stacks couldn't be checked completely; no drift in 1 other stack", ["failed", "clean"]],
  ["2 of 2 stacks couldn't be checked completely", ["partial", "failed"]],
  ["1 of 1 stack drifted, 1 couldn't be checked completely", ["partialWithDrift"]],
  ["No drift in 2 stacks; 2 unmanaged objects", ["unmanaged", "unmanaged"]],
  ["1 of 2 stacks drifted; 1 unmanaged object", ["drift", "unmanaged"]],
] as [string, Name[]][])("the verdict is %j for the stacks %j", (expected, names) => {
  const now = new Date(0);
  const all = names.map((name) => stacks[name]);
  const text = shownText(verdict(driftReport(all, now, now)), (outside) => `<${outside}>`);
  expect(text).toBe(expected);
});

test("an unverifiable object never counts as compared", () => {
  expect(comparedSummary(stacks.unverifiable)).toBe("nothing to compare, 1 can't be verified");
  expect(comparedSummary(stacks.clean)).toBe("3 compared");
});

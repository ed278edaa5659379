import { expect, test } from "@jest/globals";
import { importReport } from "../../../../../cli/import/render/report";
import { knownToken, plannedWebhook, planOf } from "../../../../support/values/importPlans";

test("a report names each secret and where it was found, and has no value", () => {
  const report = importReport(planOf(plannedWebhook(knownToken), plannedWebhook()), ["index.ts"]);
  expect(report).toMatchObject({
    version: 1,
    files: ["index.ts"],
    objects: [{ secrets: [{ foundIn: "configuration" }] }, { secrets: [{ foundIn: null }] }],
  });
  expect(JSON.stringify(report)).not.toContain(knownToken);
  expect(JSON.stringify(report)).not.toContain("hooks.example.com");
});

test("a report has what is not imported, and why", () => {
  const skipped = [{ kind: "EventStream", id: "est_1", label: "crm", reasons: ["it is gone"] }];
  const ignored = [{ address: "auth0_guardian.mfa", reason: "a legacy key" }];
  expect(importReport({ ...planOf(), skipped, ignored }, [])).toMatchObject({ skipped, ignored });
});

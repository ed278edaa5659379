import { expect, test } from "@jest/globals";
import Ajv2020 from "ajv/dist/2020";
import { importReport, listReport } from "../../../../../cli/import/render/report";
import schema from "../../../../../cli/import-report.schema.json";
import { knownToken, plannedWebhook, planOf } from "../../../../support/values/importPlans";

/** How a report deviates from its schema. */
function problemsOf(report: object): unknown[] {
  const ajv = new Ajv2020();
  ajv.validate(schema, report);
  return ajv.errors ?? [];
}

test("a report names each secret and where it was found, and has no value", () => {
  const report = importReport(planOf(plannedWebhook(knownToken), plannedWebhook()), ["index.ts"]);
  expect(report).toMatchObject({
    version: 1,
    files: ["index.ts"],
    objects: [{ secrets: [{ foundIn: "configuration" }] }, { secrets: [{ foundIn: null }] }],
  });
  expect(problemsOf(report)).toEqual([]);
  expect(JSON.stringify(report)).not.toContain(knownToken);
  expect(JSON.stringify(report)).not.toContain("hooks.example.com");
});

test("a report has what is not imported, and why", () => {
  const skipped = [{ kind: "EventStream", id: "est_1", label: "crm", reasons: ["it is deleted"] }];
  const ignored = [{ address: "auth0_guardian.mfa", reason: "a legacy key" }];
  const report = importReport({ ...planOf(), skipped, ignored }, []);
  expect(report).toMatchObject({ skipped, ignored });
  expect(problemsOf(report)).toEqual([]);
});

test("a list has the form that its schema describes", () => {
  const couldBe = [{ stack: "production", name: "crm", id: "est_2" }];
  const object = { kind: "EventStream", id: "est_1", label: "crm", createdAt: "", couldBe };
  const report = listReport("example.eu.auth0.com", [object]);
  expect(problemsOf(report)).toEqual([]);
  expect(problemsOf({ ...report, secret: "x" })).not.toEqual([]);
});

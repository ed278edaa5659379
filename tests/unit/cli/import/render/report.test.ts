import { expect, test } from "@jest/globals";
import Ajv2020 from "ajv/dist/2020";
import { importReport, listReport, table } from "../../../../../cli/import/render/report";
import schema from "../../../../../cli/import-report.schema.json";
import { knownToken, plannedWebhook, planOf } from "../../../../support/values/importPlans";

/** A report's violations of its schema. */
function problemsOf(report: object): unknown[] {
  const ajv = new Ajv2020();
  ajv.validate(schema, report);
  return ajv.errors ?? [];
}

const row = { kind: "EventStream", id: "est_1", label: "crm", createdAt: "", couldBe: [] };

test("a report has the place of each secret without its value, and why an object is not imported", () => {
  const skipped = [{ kind: "EventStream", id: "est_1", label: "crm", reasons: ["it is deleted"] }];
  const ignored = [{ address: "auth0_guardian.mfa", reason: "a legacy key" }];
  const old = plannedWebhook();
  old.secrets = old.secrets.map((secret) => ({ ...secret, inOldState: knownToken }));
  const plan = planOf(plannedWebhook(knownToken), plannedWebhook(), old);
  const report = importReport({ ...plan, skipped, ignored }, ["index.ts"]);
  expect(report).toMatchObject({
    version: 1,
    files: ["index.ts"],
    objects: ["configuration", null, "other tool"].map((foundIn) => ({ secrets: [{ foundIn }] })),
    skipped,
    ignored,
  });
  expect(problemsOf(report)).toEqual([]);
  expect(JSON.stringify(report)).not.toContain(knownToken);
  expect(JSON.stringify(report)).not.toContain("hooks.example.com");
});

test("a list has the form that its schema describes", () => {
  const couldBe = [{ stack: "production", name: "crm", id: "est_2" }];
  const report = listReport("example.eu.auth0.com", [{ ...row, couldBe }]);
  expect(problemsOf(report)).toEqual([]);
  expect(problemsOf({ ...report, secret: "x" })).not.toEqual([]);
});

// A gateway can return any text as an id.
test("a hostile id in the table of --list stays on its line, and does not control the terminal", () => {
  const hostile = { ...row, id: "est_1\n\n# Run this\u001b[31m <b>" };
  const [, line] = table("a.auth0.com", [hostile], new Date(0)).split("\n");
  expect(line).toMatch(/^EventStream {2}est_1\\n\\n# Run this\\u001b\[31m <b> {2}crm$/);
});

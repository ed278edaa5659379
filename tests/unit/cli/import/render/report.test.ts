import { expect, test } from "@jest/globals";
import { importReport, table } from "../../../../../cli/import/render/report";
import { knownToken, plannedWebhook, planOf } from "../../../../support/values/importPlans";

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
  expect(JSON.stringify(report)).not.toContain(knownToken);
  expect(JSON.stringify(report)).not.toContain("hooks.example.com");
});

// A gateway can return any text as an id.
test("a hostile id in the table of --list stays on its line, and does not control the terminal", () => {
  const hostile = { ...row, id: "est_1\n\n# Run this\u001b[31m <b>" };
  const [, line] = table("a.auth0.com", [hostile]).split("\n");
  expect(line).toMatch(/^EventStream {2}est_1\\n\\n# Run this\\u001b\[31m <b> {2}crm$/);
});

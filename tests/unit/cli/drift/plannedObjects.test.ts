import { expect, test } from "@jest/globals";
import { withPlannedOnly } from "../../../../cli/drift/command";
import { driftReport } from "../../../../cli/reports/drift/report";
import { live, production, urn } from "../../../support/pipelines/driftReports";
import { writeFileIn } from "../../../support/pipelines/files";
import { temporaryFolder } from "../../../support/project";

test.each([
  ["changes", ["update"], "drift"],
  ["leaves as it is", ["same"], "clean"],
])("drift of an object that a plan %s has this result: %j, %s", (_, steps, result) => {
  const folder = temporaryFolder();
  writeFileIn(folder, "plan.json", JSON.stringify({ resourcePlans: { [urn]: { steps } } }));
  const extra = { kind: "EventStream", name: "b", id: "est_2", tenant: "a.eu.auth0.com" };
  const stack = production([live("b")], [], { unmanaged: [extra] });
  const report = driftReport([stack], new Date(0), new Date(1));
  expect(withPlannedOnly(report, `${folder}/plan.json`).result).toBe(result);
});

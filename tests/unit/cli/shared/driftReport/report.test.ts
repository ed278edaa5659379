import { expect, test } from "@jest/globals";
import { driftReports, problemsOfReport } from "../../../../support/drift/driftReports";

test.each(Object.entries(driftReports))(
  "the sample report %s matches the schema of drift reports",
  (_, report) => {
    expect(problemsOfReport(report)).toEqual([]);
  },
);

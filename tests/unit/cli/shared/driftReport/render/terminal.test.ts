import { expect, test } from "@jest/globals";
import { terminal } from "../../../../../../cli/shared/driftReport/render/terminal";
import { driftReport, stackReport } from "../../../../../../cli/shared/driftReport/report";

const urn = "urn:pulumi:prod::crm::pulumi-nodejs:dynamic/auth0-native:EventStream::to::crm";

test("an object that could not be read is shown by its whole name in the program", () => {
  const problems = [{ urn, message: "503" }, { message: "no token" }];
  const stack = stackReport({ name: "prod", folder: ".", problems, checked: 1, resources: [] });
  const text = terminal(driftReport([stack], new Date(), new Date()));
  expect(text).toContain('\n  ! "to::crm": 503\n  ! no token\n');
});

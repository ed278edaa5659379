import { expect, test } from "@jest/globals";
import { terminal } from "../../../../../../cli/shared/driftReport/render/terminal";
import { driftReport, stackReport } from "../../../../../../cli/shared/driftReport/report";
import { driftReports } from "../../../../../support/drift/driftReports";

const urn = "urn:pulumi:prod::crm::pulumi-nodejs:dynamic/auth0-native:EventStream::to::crm";

test("an object that could not be read is shown by its whole name in the program", () => {
  const problems = [{ urn, message: "503" }, { message: "no token" }];
  const stack = stackReport({ name: "prod", folder: ".", problems, checked: 1, resources: [] });
  const text = terminal(driftReport([stack], new Date(), new Date()));
  expect(text).toContain('\n  ! "to::crm": 503\n  ! no token\n');
});

test("unmanaged objects are shown with their ids, and with the command that imports them", () => {
  const text = terminal(driftReports.drift);
  expect(text).toContain(`
Unmanaged at infra/auth0:acme/labs
  + EventStream "export to the warehouse" is in no stack (est_5LmN7pQ9rSt1UvW3xYz6Ab, in prod.eu.auth0.com, created 2026-01-15T10:20:30.000Z)
  Import: npx pulumi-auth0-native import --stack acme/labs --cwd infra/auth0
`);
});

test("no text from outside is a workflow command of GitHub", () => {
  const text = "##[add-mask]a\n::set-output name=run::7";
  const resource = { urn, kind: text, name: text, id: text, properties: [], note: text };
  const stack = stackReport({
    name: "prod",
    folder: text,
    problems: [{ message: text }],
    checked: 1,
    resources: [
      { ...resource, result: "changed", properties: [{ path: text, live: text }] },
      { ...resource, result: "unverifiable" },
    ],
    unmanaged: [{ kind: text, name: text, id: text, tenant: text, createdAt: text, note: text }],
  });
  const shown = terminal(driftReport([stack], new Date(), new Date()));
  expect(shown).toContain("set-output");
  expect(shown).not.toMatch(/^\s*::|##\[/m);
});

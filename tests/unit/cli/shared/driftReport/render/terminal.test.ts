import { expect, test } from "@jest/globals";
import { terminal } from "../../../../../../cli/shared/driftReport/render/terminal";
import {
  driftReport,
  type ResourceReport,
  stackReport,
} from "../../../../../../cli/shared/driftReport/report";
import { driftReports } from "../../../../../support/drift/driftReports";

const urn = "urn:pulumi:prod::crm::pulumi-nodejs:dynamic/auth0-native:EventStream::to::crm";

test("an object that could not be read is shown by its whole name in the program", () => {
  const problems = [{ urn, message: "503" }, { message: "no token" }];
  const stack = stackReport({ name: "prod", folder: ".", problems, checked: 1, resources: [] });
  const text = terminal(driftReport([stack], new Date(), new Date()));
  expect(text).toContain('\n  ! "to::crm": 503\n  ! no token\n');
});

test("a clean stack is one line with its name, and what cannot be verified is said once", () => {
  const now = new Date();
  const stack = { name: "prod", folder: ".", problems: [], checked: 2, resources: [] };
  const line = "No drift in prod (2 objects compared).\n";
  expect(terminal(driftReport([stackReport(stack)], now, now))).toBe(line);

  const push = { urn, kind: "Push", name: "push", id: "1", properties: [], note: "it is secret" };
  const unverifiable = stackReport({ ...stack, resources: [{ ...push, result: "unverifiable" }] });
  expect(terminal(driftReport([unverifiable], now, now))).toBe(
    `Cannot be verified: it is secret\n  ? Push "push" in prod\n\n${line}`,
  );
});

test("a stack with drift names its tenant once, and an object of another tenant its own", () => {
  const object = { urn, kind: "EventStream", id: "est_1", properties: [], tenant: "a.example.com" };
  const resources: ResourceReport[] = [
    { ...object, name: "crm", result: "changed", updatedAt: "2026-03-03T22:41:07.512Z" },
    { ...object, name: "hr", result: "gone", tenant: "b.example.com" },
  ];
  const stack = stackReport({ name: "prod", folder: ".", problems: [], checked: 2, resources });
  expect(terminal(driftReport([stack], new Date(), new Date()))).toBe(
    `Drift in prod at a.example.com
  ≠ EventStream "crm" is changed (est_1, last written 2026-03-03 22:41:07 UTC)
  × EventStream "hr" is gone (est_1, in b.example.com)
  Repair: pulumi up --refresh --stack prod
  Accept: pulumi refresh --stack prod

1 of 1 stack drifted (2 objects compared, 1 changed, 1 gone).
`,
  );
});

test("unmanaged objects are shown with their ids, and with the command that imports them", () => {
  const text = terminal(driftReports.drift);
  expect(text).toContain(`
Unmanaged at infra/auth0:acme/labs
  + EventStream "export to the warehouse" (est_5LmN7pQ9rSt1UvW3xYz6Ab, in prod.eu.auth0.com, created 2026-01-15 10:20:30 UTC)
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

import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { markdown } from "../../../../../../../cli/shared/driftReport/render/markdown";
import { verdict } from "../../../../../../../cli/shared/driftReport/render/summary";
import { driftReport, stackReport } from "../../../../../../../cli/shared/driftReport/report";
import { driftReports, reportFullOf } from "../../../../../../support/drift/driftReports";
import { harmlessText, hostile } from "../../../../../../support/values/hostileText";
import { expectWholeTables, outsideCode } from "../../../../../../support/values/markdown";

describe("the report in Markdown", () => {
  test("contains texts from outside only as code", () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const rendered = markdown(reportFullOf([text]));
        expect(outsideCode(rendered)).toBe(
          outsideCode(markdown(reportFullOf([harmlessText(text)]))),
        );
        expect(outsideCode(rendered)).not.toMatch(/`|@|#\d/);
        expectWholeTables(rendered);
      }),
      { numRuns: 100 },
    );
  });

  test("contains each difference, and the commands to run next", () => {
    const text = markdown(driftReports.drift);
    expect(text).toContain(`## ≠ ${verdict(driftReports.drift)}\n`);
    expect(text).toContain('| `status` | `"enabled"` | `"disabled"` |');
    expect(text).toContain('| `subscriptions[]` | `{ "eventType": "user.deleted" }` | _not set_ |');
    expect(text).toContain("```sh\npulumi up --refresh --stack acme/prod --cwd infra/auth0\n```");
    expect(text).toContain("last written `2026-03-03 22:41:07 UTC`");
    expect(text).toContain(
      "- `EventStream` `export to the warehouse` (`est_5LmN7pQ9rSt1UvW3xYz6Ab` at `prod.eu.auth0.com`, created `2026-01-15 10:20:30 UTC`)\n",
    );
    expect(text).toContain("| + 1 unmanaged object | 0 | 0 | 0 | 12 |");
    expect(text).toContain(
      "\nnpx pulumi-auth0-native import --stack acme/labs --cwd infra/auth0\n",
    );
    expect(text).not.toContain("Left out");
  });

  test("starts with failures", () => {
    const titles = (text: string) => text.match(/^### .*$/gm);
    expect(titles(markdown(driftReports.failed))).toEqual([
      "### Could not be checked",
      "### Drift",
    ]);
    expect(markdown(driftReports.failed)).toContain("403 insufficient_scope");
    expect(markdown(driftReports.empty)).toContain("no drift could be found");
  });

  test("stays below 60,000 characters, and says what was left out and where to find it", () => {
    const text = "|`".repeat(5_000);
    const [{ resources: [changed, unverifiable] = [] } = {}] = reportFullOf(["x"]).stacks;
    if (!changed || !unverifiable) throw new Error("the sample report has no such resources");
    const object = (value: string) => ({
      ...changed,
      properties: Array.from({ length: 100 }, () => ({
        path: value,
        expected: value,
        live: [value],
      })),
      note: value,
    });
    const stack = (value: string) =>
      stackReport({
        name: value,
        folder: value,
        problems: [{ message: value, urn: value }],
        checked: 50,
        resources: [
          ...Array.from({ length: 50 }, () => object(value)),
          { ...unverifiable, note: value },
        ],
      });
    const clean = (_: unknown, index: number) =>
      stackReport({
        name: `clean-${index}`,
        folder: text,
        problems: [],
        checked: 1,
        resources: [],
      });
    for (const value of ["short", text]) {
      const stacks = [
        ...Array.from({ length: 40 }, () => stack(value)),
        ...Array.from({ length: 400 }, clean),
      ];
      const rendered = markdown(driftReport(stacks, new Date(0), new Date(0)));
      expect(rendered.length).toBeLessThan(60_000);
      expect(rendered).toMatch(
        /\*\*Left out for lack of space: .*[\d,]+ drifted objects, .*[\d,]+ clean stacks\.\*\* The HTML report and the JSON report are complete/,
      );
      expect(rendered.match(/<details>/g)?.length).toBe(rendered.match(/<\/details>/g)?.length);
      expectWholeTables(rendered);
    }
  });
});

import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { inlineCode } from "../../../../../../cli/drift/render/markdown/escape";
import { markdown } from "../../../../../../cli/drift/render/markdown/markdownReport";
import { verdict } from "../../../../../../cli/drift/render/summary";
import { driftReport, stackReport } from "../../../../../../cli/drift/report";
import { driftReports, reportFullOf } from "../../../../../support/drift/driftReports";
import { hostile, plain } from "../../../../../support/values/hostileText";

/** What is left for Markdown to read as such: fenced blocks and code spans are taken out. */
const outsideCode = (text: string): string =>
  text
    .replace(/^(`{3,})sh\n.*\n\1$/gm, "(block)")
    .replace(/(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)/g, "(code)")
    .replace(/<code>[^<>\n]*<\/code>/g, "(code)")
    .replace(/\(code\)((<br>|&#124;)+(\(code\))?)*/g, "(code)")
    .replace(/(&#124;)+\(code\)/g, "(code)");

const pipes = (line: string) => line.split("|").length;

/** Each row of each table has the cells of its head, as a reader splits them: before code is read. */
function expectWholeTables(text: string): void {
  let head = "";
  for (const line of text.split("\n")) {
    if (!line.startsWith("| ")) head = line.startsWith("|--") ? head : "";
    else if (head === "") head = line;
    else expect(`${pipes(line)} in ${line}`).toBe(`${pipes(head)} in ${line}`);
  }
}

describe("the report in Markdown", () => {
  test("holds nothing from outside but in code", () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const told = markdown(reportFullOf([text]));
        expect(outsideCode(told)).toBe(outsideCode(markdown(reportFullOf([plain(text)]))));
        expect(outsideCode(told)).not.toMatch(/`|@|#\d/);
        expectWholeTables(told);
      }),
      { numRuns: 100 },
    );
  });

  test.each([
    ["crm", "`crm`"],
    ["a`b", "``a`b``"],
    ["`a``", "``` `a`` ```"],
    [" a ", "`  a  `"],
    ["", '`""`'],
    ["@octocat #123", "`@octocat #123`"],
  ])("tells %j as %s", (text, told) => expect(inlineCode(text)).toBe(told));

  test("tells each difference, and what to do", () => {
    const told = markdown(driftReports.drift);
    expect(told).toContain(`## ≠ ${verdict(driftReports.drift)}\n`);
    expect(told).toContain('| `status` | `"enabled"` | `"disabled"` |');
    expect(told).toContain('| `subscriptions[]` | `{ "eventType": "user.deleted" }` | _not set_ |');
    expect(told).toContain("```sh\npulumi up --refresh --stack acme/prod --cwd infra/auth0\n```");
    expect(told).toContain("last written `2026-03-03 22:41:07 UTC`");
    expect(told).not.toContain("Left out");
  });

  test("tells first what could not be checked, and folds where there is much", () => {
    const titles = (text: string) => text.match(/^### .*$/gm);
    expect(titles(markdown(driftReports.failed))).toEqual([
      "### Could not be checked",
      "### Drift",
    ]);
    expect(markdown(driftReports.failed)).toContain("403 insufficient_scope");
    const hundred = markdown(driftReports.hundred);
    expect(hundred).toContain(
      "<details><summary>≠ changed <code>EventStream</code> <code>stream-1</code>: <code>status</code></summary>\n\n",
    );
    expect(markdown(driftReports.empty)).toContain("nothing is known");
  });

  test("stays below 60,000 characters, and says what was left out and where it is", () => {
    const text = "|`".repeat(5_000);
    const [{ resources: [changed, unverifiable] = [] } = {}] = reportFullOf(["x"]).stacks;
    if (!changed || !unverifiable) throw new Error("the sample has changed");
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
      const told = markdown(driftReport(stacks, new Date(0), new Date(0)));
      expect(told.length).toBeLessThan(60_000);
      expect(told).toMatch(
        /\*\*Left out for want of room: .*[\d,]+ drifted objects, .*[\d,]+ clean stacks\.\*\* The HTML and the JSON report hold/,
      );
      expect(told.match(/<details>/g)?.length).toBe(told.match(/<\/details>/g)?.length);
      expectWholeTables(told);
    }
  });
});

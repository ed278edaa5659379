import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { previewComment, previewSummary } from "../../../../../cli/ci/previewReport/comment";
import type { PreviewReport } from "../../../../../cli/ci/previewReport/report";
import { hostileNames } from "../../../../support/pipelines/hostileNames";
import {
  loss,
  preview,
  previewFullOf,
  typicalPreviews,
} from "../../../../support/pipelines/previewReports";
import { root } from "../../../../support/project";
import { harmlessText, hostile } from "../../../../support/values/hostileText";
import { expectWholeTables, outsideCode } from "../../../../support/values/markdown";

const run = "https://github.com/acme/tenants/actions/runs/42";
const commit = "b2c4e6f8";
const comment = (...reports: Parameters<typeof previewComment>[0]) =>
  previewComment(reports, { run, commit, subject: "preview" });

describe("the comment", () => {
  test("shows counts, then losses, then the output", () => {
    const golden = readFileSync(join(root, "tests/fixtures/pipelines/comment.md"), "utf8");
    expect(`${comment(...typicalPreviews)}\n`).toBe(golden);
  });

  test("has all tenants of a stack without changes", () => {
    const tenants = Array.from({ length: 20 }, (_, index) => `tenant-${index}.eu.auth0.com`);
    const text = comment(preview("staging", { tenants, output: "Previewing update\n" }));
    expect(text).toContain(
      `\n## ✓ Preview of \`staging\`\n\n| Stack | Preview | Tenants |\n|---|---|---|\n| \`staging\` | ✓ no changes, 14 unchanged | \`${tenants.join("`, `")}\` |\n\nThis`,
    );
  });

  test("says why a preview failed, with its output", () => {
    const problems = [{ message: "error: 403\nscope", urn: "urn:x" }, { message: "second" }];
    const text = comment(preview("eu", { result: "failed", problems, output: "whole output" }));
    expect(text).toContain("| `eu` | ! failed |  |");
    expect(text).toContain("> `error: 403`<br>`scope`<br>`urn:x`\n\n> `second`\n");
    expect(text).toContain("```text\nwhole output\n```");
  });

  test("shows losses without details, and changes of only the state", () => {
    const bare = { id: "", lost: "" };
    const losses = [loss("audit", bare), loss("crm", { ...bare, replacedFor: [] })];
    const text = comment(preview("eu", { result: "changes", counts: { same: 2 }, losses }));
    expect(text).toContain("| ± only the state changes, 2 unchanged |");
    expect(text).toContain("`audit` | deleted, because the program no longer declares it | – |");
    expect(text).toContain("`crm` | replaced | – |");
  });

  test("folds the outputs if there are several", () => {
    const changed = (name: string) => preview(name, { result: "changes", output: "x" });
    expect(comment(changed("eu"))).toContain("<details open><summary><code>eu</code>");
    expect(comment(changed("eu"), changed("us"))).toContain("<details><summary><code>us");
  });
});

describe("texts from outside", () => {
  const expectCodeOnly = (text: string, result: PreviewReport["result"]) => {
    const missing = { stack: text, reason: `${text} is missing` };
    const harmless = harmlessText(text);
    const rendered = comment(previewFullOf(text, result), missing);
    const expected = comment(previewFullOf(harmless, result), {
      stack: harmless,
      reason: `${harmless} is missing`,
    });
    expect(outsideCode(rendered)).toBe(outsideCode(expected));
    expect(outsideCode(rendered)).not.toMatch(/`|@|#\d/);
    expect(rendered).not.toMatch(/^\s{0,3}\/|\r/m);
    expectWholeTables(rendered);
  };

  test.each(hostileNames)("%j appears only as code", (name) => {
    expectCodeOnly(name, "changes");
    expectCodeOnly(name, "failed");
  });

  test("appear only as code, whatever they contain", () => {
    const result = fc.constantFrom("changes" as const, "failed" as const);
    fc.assert(fc.property(hostile, result, expectCodeOnly), { numRuns: 200 });
  });

  test("cannot end the block of the output, nor start a quick action in it", () => {
    const output = [...hostileNames, "~~~", "/close", "```", "  ```", "\t```", "a\u2028```"].join(
      "\n",
    );
    const text = comment(preview("eu", { result: "changes", output }));
    expect(text.match(/^ {0,3}```.*$/gm)).toEqual(["```text", "```"]);
    expect(text).not.toMatch(/^\/|[\r\t\u2028\u202e]/m);
    expect(text).toContain("\n    /close\n");
  });
});

describe("the length", () => {
  const long = "|`".repeat(5_000);
  const huge = (name: string, result: PreviewReport["result"], text: string) =>
    preview(name, {
      result,
      counts: { update: 20, replace: 20, delete: 20 },
      losses: Array.from({ length: 40 }, (_, index) =>
        loss(`${index} ${text}`, { lost: text, ...(index > 19 && { replacedFor: [text, text] }) }),
      ),
      problems: result === "failed" ? [{ message: text }] : [],
      output: `${text}\n`.repeat(50),
    });

  test.each(["short", long])(
    "is within GitHub's limit for 200 stacks, and the comment says what it omits",
    (text) => {
      const results = ["failed", "changes", "unchanged"] as const;
      const stacks = Array.from({ length: 200 }, (_, index) =>
        huge(`stack-${index}`, results[index % 3] ?? "failed", text),
      );
      const rendered = comment(...stacks);
      expect(rendered.length).toBeLessThanOrEqual(65_536);
      expect(rendered).toMatch(/^\*\*Some .* are left out .*\*\* See the \[run\]\(https:/m);
      expect(rendered).toMatch(/^And [\d,]+ more\.$/m);
      expect(rendered.match(/^\| `stack-\d+` \| [!±✓] /gm)).toHaveLength(200);
      expect(rendered.endsWith(`[run](${run})`)).toBe(true);
      expectWholeTables(rendered);
      expect(outsideCode(rendered)).not.toContain("`");
      expect(rendered.match(/<details>/g)?.length).toBe(rendered.match(/<\/details>/g)?.length);
    },
  );

  test("of a long output keeps its end, and whole lines", () => {
    const lines = Array.from({ length: 10_000 }, (_, index) => `line ${index}`);
    const text = comment(preview("eu", { result: "changes", output: lines.join("\n") }));
    expect(text.length).toBeGreaterThan(50_000);
    expect(text.length).toBeLessThanOrEqual(65_536);
    const [, more = "", shown = ""] =
      /```text\n\[([\d,]+) lines left out: see the log\]\n(.*)\n```/s.exec(text) ?? [];
    expect(shown.split("\n")).toEqual(lines.slice(Number(more.replace(",", ""))));
  });

  test("of the outputs is shared by the stacks", () => {
    const output = `${"x".repeat(99)}\n`.repeat(1_000);
    const stacks = ["a", "b", "c"].map((name) => preview(name, { result: "changes", output }));
    const lengths = comment(...stacks)
      .split("<summary>")
      .map(({ length }) => length);
    expect(lengths).toHaveLength(4);
    for (const length of lengths.slice(1)) expect(length).toBeGreaterThan(15_000);
  });
});

test("the summary of a job is within GitHub's limit of 1 MiB", () => {
  const output = "日本語 ".repeat(100).concat("\n").repeat(5_000);
  const summary = previewSummary(preview("eu", { result: "changes", output }), "Plan");
  expect(Buffer.byteLength(summary)).toBeLessThanOrEqual(1_048_576);
  expect(summary.length).toBeGreaterThan(200_000);
  expect(summary).toContain("lines left out: see the log]");
});

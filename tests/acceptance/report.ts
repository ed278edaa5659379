import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { tableCell } from "../../cli/shared/markdown";
import { packageVersion } from "../../provider/schema/packageSchema";
import { redacted, redactedText } from "./redact";
import type { Fact, Run } from "./run";

/** Writes what a run found, without what belongs to the tenant. */
export function writeReport(run: Run, folder: string, leftBehind: string[]): string[] {
  const facts = JSON.parse(redactedText(run, JSON.stringify(run.facts))) as Fact[];
  const left = leftBehind.map((text) => redactedText(run, text));
  const files: [string, string][] = [
    ["report.md", markdown(facts, left)],
    ["report.json", json({ version: packageVersion, leftBehind: left, facts })],
    ["exchanges.json", json(redacted(run))],
  ];
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of files) writeFileSync(join(folder, name), text, { mode: 0o600 });
  return files.map(([name]) => join(folder, name));
}

const json = (value: unknown) => `${JSON.stringify(value, undefined, 2)}\n`;

/** `212 agree, 3 differ, 14 were not tested` */
export function counts(facts: Fact[]): string {
  const count = (verdict: Fact["verdict"]) => facts.filter((one) => one.verdict === verdict).length;
  return `${count("agrees")} agree, ${count("differs")} differ, ${count("not tested")} were not tested`;
}

function markdown(facts: Fact[], leftBehind: string[]): string {
  const chapters = [...new Set(facts.map(({ chapter }) => chapter))];
  const order = ["differs", "not tested", "agrees"];
  const rows = (chapter: string) =>
    facts
      .filter((one) => one.chapter === chapter)
      .sort((a, b) => order.indexOf(a.verdict) - order.indexOf(b.verdict))
      .map(({ fact, source, verdict, found, exchanges }) => {
        const cells = [fact, source, verdict, found && tableCell(found), exchanges.join(", ")];
        return `| ${cells.join(" | ")} |`;
      });
  return [
    "# What a tenant does, and what this project relies on",
    "",
    `${counts(facts)}. Version ${packageVersion}. The numbers are those of exchanges.json.`,
    "",
    leftBehind.length === 0
      ? "The tenant is as it was before."
      : `**Not as before:** ${leftBehind.map(tableCell).join("; ")}`,
    ...chapters.flatMap((chapter) => [
      "",
      `## ${chapter}`,
      "",
      "| fact | source | verdict | found | exchanges |",
      "|---|---|---|---|---|",
      ...rows(chapter),
    ]),
    "",
  ].join("\n");
}

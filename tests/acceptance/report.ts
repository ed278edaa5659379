import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { table, tableCell, tableRow } from "../../cli/shared/markdown";
import { packageVersion } from "../../provider/schema/packageSchema";
import { recorded, redactor } from "./redact";
import type { Fact, Run } from "./run";

/** Writes a run's findings without the tenant's data. */
export function writeReport(run: Run, folder: string, leftBehind: string[]): string[] {
  const redact = redactor(run);
  const exchanges = recorded(run, redact);
  const report: Report = redact({ version: packageVersion, leftBehind, facts: run.facts });
  const files = {
    "report.md": markdown(report),
    "report.json": report,
    "exchanges.json": exchanges,
  };
  mkdirSync(folder, { recursive: true });
  return Object.entries(files).map(([name, content]) => {
    const file = join(folder, name);
    const text = typeof content === "string" ? content : JSON.stringify(content, undefined, 2);
    writeFileSync(file, `${text}\n`, { mode: 0o600 });
    return file;
  });
}

interface Report {
  version: string;
  leftBehind: string[];
  facts: Fact[];
}

const verdicts = ["differs", "not tested", "agrees"] as const;

/** `differs: 3, not tested: 14, agrees: 212` */
export const counts = (facts: Fact[]): string =>
  verdicts
    .map((verdict) => `${verdict}: ${facts.filter((one) => one.verdict === verdict).length}`)
    .join(", ");

function markdown({ version, leftBehind, facts }: Report): string {
  const chapters = [...new Set(facts.map(({ chapter }) => chapter))];
  const rows = (chapter: string) =>
    facts
      .filter((one) => one.chapter === chapter)
      .sort((a, b) => verdicts.indexOf(a.verdict) - verdicts.indexOf(b.verdict))
      .map(({ fact, source, verdict, found, exchanges }) =>
        tableRow([fact, source, verdict, tableCell(found), exchanges.join(", ")]),
      );
  return [
    "# What a tenant does, and what this project relies on",
    `${counts(facts)}. Version ${version}. The numbers are those of exchanges.json.`,
    leftBehind.length === 0
      ? "The tenant is as it was before."
      : `**Not as before:** ${leftBehind.map(tableCell).join("; ")}`,
    ...chapters.flatMap((chapter) => [
      `## ${chapter}`,
      table(["fact", "source", "verdict", "found", "exchanges"], rows(chapter)),
    ]),
  ].join("\n\n");
}

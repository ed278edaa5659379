import { diagnosticFromError } from "../../shared/diagnostic";
import { readReport } from "../../shared/driftReport/readReport";
import { stackLabel } from "../../shared/driftReport/render/summary";
import type { DriftReport, StackReport } from "../../shared/driftReport/report";
import { logLine } from "../../shared/log";
import { inlineCode } from "../../shared/markdown";
import { countOf, displayName, escapedLines } from "../../shared/text";
import type { Forge } from "../forge/forge";
import { forgeOf } from "../forge/forgeOf";
import { issueTitle, news } from "./content";
import { closeIssues, type MarkedIssue, openIssues, writeIssue } from "./markedIssue";
import { folderHash, markerOf } from "./marker";
import { isShared, keepSharedIssue, maxNewIssues } from "./sharedIssue";

/** Keeps the issues of the stacks in the file of a report; returns the exit code. */
export const updateIssues = async (file: string, env = process.env): Promise<number> =>
  keepIssues(await readReport(file), forgeOf(env));

/**
 * Keeps one issue for each stack of a report that drifted or could not be checked, and closes those of
 * the others. A failure does not stop it from keeping the issues of other stacks. Returns the exit code.
 */
async function keepIssues(report: DriftReport, forge: Forge): Promise<number> {
  const failures: string[] = [];
  const missing = report.stacks.filter((stack) => stack.missing);
  const stacks = report.stacks.filter((stack) => !stack.missing);
  const open = await openIssues(forge);
  const tryTo = async (what: string, work: () => Promise<string | undefined>) => {
    try {
      const done = await work();
      if (done !== undefined) console.log(logLine(done));
    } catch (error) {
      const { message } = diagnosticFromError(error);
      failures.push(`the issue of ${what} was not updated: ${message}`);
    }
  };

  const found = stacks.map((stack) => ({ stack, own: open.filter(isOf(stack)) }));
  const withoutIssue = found.flatMap(({ stack, own }) => (own.length === 0 ? [stack] : []));
  const clean = withoutIssue.filter(({ result }) => result === "clean");
  const others = withoutIssue.filter(({ result }) => result !== "clean");
  const together = others.length > maxNewIssues ? others : [];
  for (const { stack, own } of found) {
    if (clean.includes(stack) || together.includes(stack)) continue;
    await tryTo(stackLabel(stack), () => keepIssue(stack, own, report, forge));
  }
  // A part of a report may lack what the other parts have.
  const isWhole = missing.length === 0 && report.shard === undefined;
  for (const issue of isWhole ? uncheckedIssues(open, stacks) : []) {
    const { stack } = issue.marker;
    await tryTo(stack, async () => {
      await closeIssues(forge, [issue], `${inlineCode(stack)} is no longer checked.`);
      return `No longer checked: the issue is closed: ${displayName(stack)}.`;
    });
  }
  // Last, so that it is closed only after the stacks have issues of their own.
  if (together.length > 0 || isWhole) {
    await tryTo("several stacks", () =>
      keepSharedIssue(together, open.filter(isShared), report, forge),
    );
  }
  if (clean.length > 0) console.log(`No drift, no issue: ${countOf(clean.length, "stack")}.`);

  failures.push(...missing.map(missingText));
  for (const failure of failures) {
    for (const line of escapedLines(failure)) console.error(logLine(`error: ${line}`));
  }
  return failures.length > 0 ? 1 : 0;
}

const missingText = (part: StackReport): string =>
  [`${stackLabel(part)} has no issue`, ...part.problems.map(({ message }) => message)].join(": ");

const isOf =
  (stack: StackReport) =>
  ({ marker }: MarkedIssue): boolean =>
    marker.stack === stack.name && marker.folder === folderHash(stack);

/** The issues of stacks that the checked programs no longer have. */
function uncheckedIssues(open: MarkedIssue[], stacks: StackReport[]): MarkedIssue[] {
  const folders = new Set(stacks.map(folderHash));
  return open.filter(
    (issue) =>
      !isShared(issue) &&
      folders.has(issue.marker.folder) &&
      !stacks.some((stack) => isOf(stack)(issue)),
  );
}

/** Keeps the issue of a stack, or closes it. Returns what it did. */
async function keepIssue(
  stack: StackReport,
  open: MarkedIssue[],
  report: DriftReport,
  forge: Forge,
): Promise<string> {
  if (stack.result === "clean") {
    await closeIssues(forge, open, `${inlineCode(stackLabel(stack))} has no drift any more.`);
    return `No drift: the issue is closed: ${displayName(stackLabel(stack))}.`;
  }
  const marker = markerOf(stack, open[0]?.marker);
  const subject = { title: issueTitle(stack), marker, stacks: [stack] };
  return writeIssue(forge, open, subject, report, (earlier) => news(stack, earlier));
}

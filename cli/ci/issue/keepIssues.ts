import { diagnosticFromError } from "../../shared/diagnostic";
import { stackLabel } from "../../shared/driftReport/render/summary";
import type { DriftReport, StackReport } from "../../shared/driftReport/report";
import { logLine } from "../../shared/logLine";
import { inlineCode } from "../../shared/markdown";
import { countOf } from "../../shared/number";
import { displayName, escapedLines } from "../../shared/text";
import type { Forge } from "../forge/forge";
import { issueTitle, news } from "./content";
import { closeIssues, type MarkedIssue, openIssues, writeIssue } from "./markedIssue";
import { folderHash, markerOf } from "./marker";
import { isShared, keepSharedIssue, maxNewIssues } from "./sharedIssue";

/**
 * Keeps one issue for each stack of a report that drifted or could not be checked, and closes those of
 * the others. A failure does not stop it from keeping the issues of other stacks. Returns the exit code.
 */
export async function keepIssues(report: DriftReport, forge: Forge): Promise<number> {
  const failures: string[] = [];
  const missing = report.stacks.filter(standsForMissing);
  const stacks = report.stacks.filter((stack) => !standsForMissing(stack));
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

  const found = stacks.map((stack) => ({ stack, own: issuesOf(stack, open, stacks) }));
  const withoutIssue = found.flatMap(({ stack, own }) => (own.length === 0 ? [stack] : []));
  const clean = withoutIssue.filter(({ result }) => result === "clean");
  const others = withoutIssue.filter(({ result }) => result !== "clean");
  const together = others.length > maxNewIssues ? others : [];
  const alone = found.filter(({ stack }) => !clean.includes(stack) && !together.includes(stack));
  for (const { stack, own } of alone) {
    await tryTo(stackLabel(stack), () => {
      assertOnlyOne(stack, stacks);
      return keepIssue(stack, own, report, forge);
    });
  }
  // Last, so that it is closed only after the stacks have issues of their own. A part of the report that
  // is missing may contain its stacks.
  if (together.length > 0 || missing.length === 0) {
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

/** Whether this is no stack, but a part of the report that is missing. */
const standsForMissing = ({ name }: StackReport): boolean => /^\(.*\)$/s.test(name);

const missingText = (part: StackReport): string =>
  [`${stackLabel(part)} has no issue`, ...part.problems.map(({ message }) => message)].join(": ");

const isSame = (a: StackReport, b: StackReport) => a.name === b.name && a.folder === b.folder;

/** The open issues of a stack. */
function issuesOf(stack: StackReport, open: MarkedIssue[], stacks: StackReport[]): MarkedIssue[] {
  return open.filter(({ marker }) => {
    if (marker.stack !== stack.name) return false;
    return marker.folder === undefined
      ? isSame(stack, ownerByName(stack.name, stacks) ?? stack)
      : marker.folder === folderHash(stack);
  });
}

/** The stack of an issue without a folder, which a script for one program opened. */
function ownerByName(name: string, stacks: StackReport[]): StackReport | undefined {
  const named = stacks.filter((stack) => stack.name === name);
  return named.find(({ folder }) => folder === ".") ?? named[0];
}

function assertOnlyOne(stack: StackReport, stacks: StackReport[]): void {
  if (stacks.filter((other) => isSame(stack, other)).length > 1) {
    throw new Error("the report contains the stack more than once");
  }
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

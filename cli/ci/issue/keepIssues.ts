import { diagnosticFromError } from "../../shared/diagnostic";
import { stackLabel } from "../../shared/driftReport/render/summary";
import type { DriftReport, StackReport } from "../../shared/driftReport/report";
import { logLine } from "../../shared/logLine";
import { inlineCode } from "../../shared/markdown";
import { countOf } from "../../shared/number";
import { displayName, escapedLines } from "../../shared/text";
import type { Forge, Issue } from "../forge/forge";
import { issueContent, news } from "./content";
import { folderHash, type MarkedIssue, markerIn, markerOf } from "./marker";
import { isShared, keepSharedIssue, maxNewIssues } from "./sharedIssue";

const label = "drift-check";

/**
 * Keeps one issue for each stack of a report that drifted or could not be checked, and closes those of
 * the others. A failure does not stop it from keeping the issues of other stacks. Returns the exit code.
 */
export async function keepIssues(report: DriftReport, forge: Forge): Promise<number> {
  const failures: string[] = [];
  const stacks = report.stacks.filter((stack) => !standsForMissing(stack));
  const open = (await forge.issues(label)).flatMap(withMarker);
  const tryTo = async (what: string, work: () => Promise<string | undefined>) => {
    try {
      const done = await work();
      if (done !== undefined) console.log(logLine(done));
    } catch (error) {
      const { message } = diagnosticFromError(error);
      failures.push(`the issue of ${what} was not updated: ${message}`);
    }
  };

  const hasIssue = (stack: StackReport) => issuesOf(stack, open, stacks).length > 0;
  const unnoticed = stacks.filter((stack) => stack.result !== "clean" && !hasIssue(stack));
  const together = unnoticed.length > maxNewIssues ? unnoticed : [];
  const alone = stacks.filter((stack) => hasIssue(stack) || stack.result !== "clean");
  for (const stack of alone.filter((stack) => !together.includes(stack))) {
    await tryTo(stackLabel(stack), () => {
      assertOnlyOne(stack, stacks);
      return keepIssue(stack, issuesOf(stack, open, stacks), report, forge);
    });
  }
  const missing = report.stacks.filter(standsForMissing);
  // Last, so that it is closed only after the stacks have issues of their own. A part of the report that
  // is missing may contain its stacks.
  if (together.length > 0 || missing.length === 0) {
    await tryTo("several stacks", () =>
      keepSharedIssue(together, open.filter(isShared), report, forge, label),
    );
  }
  const clean = stacks.length - alone.length;
  if (clean > 0) console.log(`No drift, no issue: ${countOf(clean, "stack")}.`);

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

function withMarker(issue: Issue): MarkedIssue[] {
  const marker = markerIn(issue.body);
  return marker ? [{ issue, marker }] : [];
}

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

/** Returns what it did. */
async function keepIssue(
  stack: StackReport,
  open: MarkedIssue[],
  report: DriftReport,
  forge: Forge,
): Promise<string> {
  const run = `[Run](${forge.run})`;
  if (stack.result === "clean") {
    for (const { issue } of open) {
      const text = `${inlineCode(stackLabel(stack))} has no drift any more.`;
      await forge.commentIssue(issue, `${text} ${run}`);
      await forge.closeIssue(issue);
    }
    return `No drift: the issue is closed: ${displayName(stackLabel(stack))}.`;
  }

  const [first] = open;
  const marker = markerOf(stack, first?.marker);
  const content = issueContent(stack, report, marker, forge.run);
  const title = displayName(content.title);
  if (first === undefined) {
    await forge.addIssue({ ...content, label });
    return `An issue is opened: ${title}.`;
  }
  if (first.marker.content === marker.content) {
    return `The issue is left: ${title}, and nothing is new.`;
  }
  const text = news(stack, first.issue, first.marker);
  // First, since the edit marks it as announced: better twice than never.
  if (text !== undefined) await forge.commentIssue(first.issue, `${text} ${run}`);
  await forge.editIssue(first.issue, content);
  return `The issue is updated: ${title}.`;
}

import { docsUrl } from "../../../provider/shared/command";
import { readDriftReport, stackLabel } from "../../reports/drift/report";
import { diagnosticFromError } from "../../shared/diagnostic";
import { logLine } from "../../shared/log";
import { displayName, escapedLines } from "../../shared/text";
import type { Forge } from "../forge/forge";
import { forgeOf } from "../forge/forgeOf";
import { type Action, decide, type MarkedIssue } from "./decide";
import { markerIn } from "./subject";

/** The label of a program's issues. If there are several projects, each has its own label. */
const labelOf = (project?: string): string => ["drift-check", project].filter(Boolean).join("-");

const done = { open: "opened", update: "updated", close: "closed", leave: "left unchanged" };

interface KeepOptions {
  project?: string | undefined;
  partial?: boolean;
  repair?: boolean;
}

/** The two ways to repair drift, in Markdown. */
const waysToRepair = (apply: string) =>
  `- **To restore the program's values,** ${apply}, and approve its plan.
- **To keep the tenant's values,** change the program to the live values, and merge the change.

[Repair drift](${docsUrl}/drift.md#repair-drift) explains both.`;

/**
 * Keeps the issues of the stacks in a report's file. After a failure, it still keeps the issues of other
 * stacks. Returns the exit code.
 */
export async function keepIssues(
  file: string,
  { project, partial = false, repair = false }: KeepOptions = {},
  env = process.env,
): Promise<number> {
  const report = readDriftReport(file);
  const forge = forgeOf(env);
  const failures: string[] = [];
  const label = labelOf(project);
  const issues = await markedIssues(forge, label);
  const link = `[Run](${forge.run})`;
  const ways = repair ? waysToRepair(forge.applyLink(project)) : undefined;
  const actions = decide(report, issues, link, { project, isPartial: partial, ways });
  if (actions.length === 0) console.log("There is no drift and no issue to close.");
  for (const action of actions) {
    const { title } = action.kind === "open" ? action.content : action.issue;
    const what = `${done[action.kind]}: ${displayName(title)}`;
    try {
      await carryOut(action, forge, label);
      console.log(logLine(`The issue is ${what}.`));
    } catch (error) {
      failures.push(`the issue wasn't ${what}: ${diagnosticFromError(error).message}`);
    }
  }

  for (const part of report.stacks.filter(({ missing }) => missing)) {
    const reasons = part.problems.map(({ message }) => message);
    failures.push([`couldn't write an issue for ${stackLabel(part)}`, ...reasons].join(": "));
  }
  for (const line of failures.flatMap(escapedLines)) console.error(logLine(`error: ${line}`));
  return failures.length > 0 ? 1 : 0;
}

/** The open issues that this command wrote. */
async function markedIssues(forge: Forge, label: string): Promise<MarkedIssue[]> {
  const issues = await forge.issues(label);
  return issues.flatMap((issue) => {
    const marker = markerIn(issue.body);
    return marker ? [{ issue, marker }] : [];
  });
}

async function carryOut(action: Action, forge: Forge, label: string): Promise<void> {
  if (action.kind === "leave") return;
  if (action.kind === "open") return forge.addIssue({ ...action.content, label });
  const { issue, comment } = action;
  // The comment comes first: after the edit, the next check would find nothing new.
  await forge.commentIssue(issue, comment);
  if (action.kind === "update") await forge.editIssue(issue, action.content);
  else await forge.closeIssue(issue);
}

import { expect } from "@jest/globals";
import { updateIssues } from "../../../cli/ci/issue/keepIssues";
import { driftReport, type StackReport } from "../../../cli/shared/driftReport/report";
import { token } from "./forge";
import { printedBy } from "./printed";
import { type ForgeTest, type Kind, withForge } from "./withForge";

export interface IssueTest extends ForgeTest {
  /** Runs the command with a file. Resolves to its exit code and what it printed. */
  run(kind: Kind, file: string): Promise<string>;
  /** The same with a report on these stacks. */
  check(kind: Kind, ...stacks: StackReport[]): Promise<string>;
  /** The comments on the issue with a number, without the link to the run. */
  notes(number?: number): string[];
}

/** To be called at the top of a test file: a forge, and the command that keeps issues on it. */
export function withIssues(): IssueTest {
  const started = withForge();
  const run = async (kind: Kind, file: string) => {
    const text = await printedBy(() => updateIssues(file, started.environment(kind)));
    expect(text).not.toContain(token);
    return text;
  };
  return Object.assign(started, {
    run,
    check(kind: Kind, ...stacks: StackReport[]) {
      const report = driftReport(stacks, new Date(0), new Date(1000));
      started.write("drift.json", JSON.stringify(report));
      return run(kind, started.path("drift.json"));
    },
    notes: (number = 1) =>
      started.forge.issue(`${number}`).notes.map(({ body }) => body.replace(/ \[Run\]\(.*/, "")),
  });
}

import { join } from "node:path";
import type { DriftReport } from "../../../cli/reports/drift/report";
import type { Project } from "../engine/jsProject";
import { type CommandResult, root, run } from "../project";

/** Runs `pulumi-auth0-native drift` in a project's folder. */
export const driftCommand = (
  { folder, env }: Pick<Project, "folder" | "env">,
  ...args: string[]
): Promise<CommandResult> =>
  run(process.execPath, [join(root, "cli.js"), "drift", ...args], folder, env);

/** Also returns the JSON report. */
export async function driftReportOf(project: Pick<Project, "folder" | "env">, ...args: string[]) {
  const ended = await driftCommand(project, ...args, "--json", "-");
  if (!ended.stdout.startsWith("{")) throw new Error(`no report:\n${ended.text}`);
  return { ...ended, report: JSON.parse(ended.stdout) as DriftReport };
}

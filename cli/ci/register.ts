import { existsSync } from "node:fs";
import {
  Argument,
  type Command,
  cwdOption,
  examples,
  exitWith,
  withDebug,
} from "../shared/commandLine";
import { stop } from "../shared/signals";
import { unlessAborted } from "../shared/stop";
import { type ApplyOptions, applyPlan } from "./apply/command";
import { changes } from "./changes/command";
import { rejectOutdatedPlan } from "./checkHead/command";
import { comment } from "./comment/command";
import { type InitOptions, init } from "./init/command";
import type { ForgeName } from "./init/settings";
import { keepIssues } from "./issue/command";
import { type PreviewOptions, preview } from "./preview/command";

/** Runs a command without an engine, which can end at any time. */
const unlessStopped = async (work: Promise<number>) =>
  exitWith(await unlessAborted(stop.requested, work));

export function registerCi(program: Command): void {
  const ci = program
    .command("ci")
    .summary("preview, apply, and check stacks in GitHub and GitLab pipelines")
    .description(
      "Runs the steps of the pipelines that `ci init` writes. Each step runs one command, so that it has only the secrets it needs. The commands detect GitHub and GitLab by their environment variables. Exit codes: 0 done; 1 failure; 2 nothing was done, and you have to decide.",
    )
    .addHelpText("after", examples("ci init github"));
  registerInit(ci);
  registerWithEngine(ci);
  registerWithForge(ci);
}

function registerInit(ci: Command): void {
  ci.command("init")
    .summary("write the pipelines")
    .description(
      "Writes your program's pipelines according to `pulumi-auth0-native.ci.yaml`, and writes that file if it's missing.",
    )
    .addArgument(new Argument("<forge>", "where the pipelines run").choices(["github", "gitlab"]))
    .option(...cwdOption)
    .option(
      "--stacks <names>",
      "comma-separated stacks, if the settings list none (default: all of the project's stacks)",
    )
    .option(
      "--branch <name>",
      "GitHub's default branch, if the settings don't contain it (default: origin/HEAD, or the current branch)",
    )
    .option("--force", "also overwrite files that this command didn't write for your program")
    .option("--check", "write nothing, and exit with 2 if a file is out of date")
    .addHelpText("after", examples("ci init github --stacks staging,production"))
    .action((forge: ForgeName, options: InitOptions) => unlessStopped(init(forge, options)));
}

function registerWithEngine(ci: Command): void {
  ci.command("preview")
    .summary("preview a stack")
    .description(
      "Previews a stack and writes a report for `ci comment`. With --plan, the command also saves the plan for `ci apply`, unless the preview fails. On GitHub, the report is also the job's summary.",
    )
    .argument("<stack>", "short name of the stack")
    .option(...cwdOption)
    .option("--plan <file>", "write the plan to this file")
    .requiredOption("--json <file>", "write the report to this file")
    .option("--refresh", "compare the state with the tenant first, so that the plan repairs drift")
    .addHelpText(
      "after",
      examples("ci preview staging --plan plan.json --json preview.json --refresh"),
    )
    .action(async (stack: string, options: PreviewOptions) =>
      exitWith(await preview(stack, options, stop)),
    );
  ci.command("apply")
    .description(
      "Applies a plan that `ci preview` saved, and nothing else. If the program, the plan's objects in the state, or AUTH0_DOMAIN differs from the plan, or the tenant has changed since a plan with --refresh, the command applies nothing and exits with 2.",
    )
    .argument("<stack>", "short name of the stack")
    .option(...cwdOption)
    .requiredOption("--plan <file>", "file with the plan")
    .addHelpText("after", examples("ci apply staging --plan plan.json"))
    .action(async (stack: string, options: ApplyOptions) =>
      exitWith(await applyPlan(stack, options, stop)),
    );
}

interface ProjectOption {
  project?: string;
}

type IssueOptions = ProjectOption & { partial?: boolean; repair?: boolean };

async function issues(reports: string[], options: IssueOptions): Promise<number> {
  if (!options.partial && reports.length > 1)
    throw new Error("Pass --partial with several reports.");
  const codes: number[] = [];
  for (const report of reports) {
    if (!options.partial || existsSync(report)) codes.push(await keepIssues(report, options));
  }
  return Math.max(0, ...codes);
}

const projectOption = [
  "--project <name>",
  "the program's project, if pipelines of other programs also write to this repository",
] as const;

/** Registers the commands for GitHub and GitLab, which get no credentials of a tenant. */
function registerWithForge(ci: Command): void {
  withDebug(ci.command("comment"))
    .summary("show previews in one comment on the pull request")
    .description(
      "Shows the previews in one comment on the pull request (on GitHub, also after you merge it). The comment also lists missing and unreadable reports. Needs GITHUB_TOKEN or GITLAB_TOKEN.",
    )
    .argument("<reports...>", "files that `ci preview` wrote")
    .option(...projectOption)
    .addHelpText("after", examples("ci comment previews/staging.json previews/production.json"))
    .action((reports: string[], { project }: ProjectOption) =>
      unlessStopped(comment(reports, project)),
    );
  ci.command("changes")
    .description(
      "Sets the output `stacks` of a GitHub step to the stacks with changes, for the matrix of the job that applies them.",
    )
    .argument("<reports...>", "files that `ci preview` wrote")
    .addHelpText("after", examples("ci changes previews/staging.json previews/production.json"))
    .action((reports: string[]) => unlessStopped(changes(reports)));
  withDebug(ci.command("check-head"))
    .description(
      "Checks that the job's commit is still the newest on its branch, and exits with 2 if it isn't. With globs, a newer commit counts only if it changes one of these files. On GitHub, needs GITHUB_TOKEN with contents: read.",
    )
    .argument("[globs...]", "the program's files, as globs from the repository's root")
    .addHelpText("after", examples('ci check-head "infra/auth0/**/*"'))
    .action((globs: string[]) => unlessStopped(rejectOutdatedPlan(globs)));
  withDebug(ci.command("issue"))
    .summary("keep one issue for each stack that drifted or couldn't be checked")
    .description(
      "Opens, updates, and closes issues according to a report of `drift --json` or `drift merge --json`. Each stack that drifted or couldn't be checked gets one issue. Without --partial, pass one report with all of the program's stacks, because the command closes other stacks' issues. Needs GITHUB_TOKEN or GITLAB_TOKEN.",
    )
    .argument("<reports...>", "JSON reports")
    .option(...projectOption)
    .option(
      "--partial",
      "take several reports, skip missing ones, and leave other stacks' issues unchanged",
    )
    .option("--repair", "explain in the issues how the pipeline repairs the drift")
    .addHelpText("after", examples("ci issue drift.json"))
    .action((reports: string[], options: IssueOptions) => unlessStopped(issues(reports, options)));
}

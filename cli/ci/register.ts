import { Argument, type Command, exitWith } from "../shared/commandLine";
import { confirmOnTerminal } from "../shared/confirm";
import { stop } from "../shared/signals";
import { unlessAborted } from "../shared/stop";
import { type ApplyOptions, applyPlan } from "./apply";
import { comment } from "./comment";
import { findPlan } from "./findPlan";
import { type InitOptions, init } from "./init/command";
import { updateIssues } from "./issue/command";
import { type PreviewOptions, preview } from "./preview/command";

/** For commands without an engine, which can end at any time. */
const unlessStopped = (work: Promise<number>) => unlessAborted(stop.requested, work);

const cwd = ["-C, --cwd <folder>", "folder of the Pulumi program", "."] as const;

/** `auth0-native ci`: the commands of a pipeline. */
export function registerCi(program: Command): void {
  const ci = program
    .command("ci")
    .summary("preview, apply and check stacks in pipelines of GitHub and GitLab")
    .description(
      "The commands that the pipelines of `ci init` run, one for each step, so that each step has only the secrets that it needs. They find GitHub and GitLab by the variables that these set.",
    )
    .addHelpText("after", examples)
    .addHelpText(
      "afterAll",
      "\nExit codes: 0 done, 1 failure, 2 nothing was done and a person has to decide",
    );
  registerInit(ci);
  registerPullRequest(ci);
  registerApply(ci);
  registerIssue(ci);
}

const examples = `
Examples, in the order of the pipelines:
  auth0-native ci init github --stacks staging,production
  auth0-native ci preview staging --plan plan.json --json previews/staging.json
  auth0-native ci comment previews/staging.json previews/production.json
  auth0-native ci find-plan staging --plan plan.json
  auth0-native ci apply staging --plan plan.json
  auth0-native ci issue drift.json`;

function registerInit(ci: Command): void {
  ci.command("init")
    .summary("write the pipelines")
    .description(
      "Writes the pipelines for the stacks of the program, and prints what to set on GitHub or GitLab. A file that exists is overwritten or deleted only after its difference was shown and confirmed.",
    )
    .addArgument(new Argument("[forge]", "where the pipelines run").choices(["github", "gitlab"]))
    .option(...cwd)
    .option("--stacks <names>", "stacks, separated by commas (default: all stacks of the project)")
    .option("--branch <name>", "the branch whose pushes are applied (default: the default branch)")
    .option("--yes", "overwrite and delete files without asking")
    .option("--check", "write nothing; compare the written files with what this version writes")
    .addHelpText(
      "after",
      `
Without arguments, it uses the stacks and the branch that the written files
name. With a forge, and without --stacks, it writes the pipelines for all stacks
that the project has now.

--check ends with 2 if a file is missing, was not written by this command, is
for other stacks or another branch than the options or the other files, or is
not based on what this version writes. Edits by people are named, but do not
count.

Examples:
  auth0-native ci init github --stacks staging,production
  auth0-native ci init --check`,
    )
    .action(async (forge: InitOptions["forge"], options: Omit<InitOptions, "forge">) =>
      exitWith(
        await unlessStopped(
          init({ ...options, ...(forge && { forge }) }, confirmOnTerminal(stop.requested)),
        ),
      ),
    );
}

function registerPullRequest(ci: Command): void {
  ci.command("preview")
    .summary("preview a stack, and save the plan")
    .description(
      "Previews a stack, saves the plan for `ci apply`, and writes a report for `ci comment`. On GitHub, the report is also the summary of the job. If the preview fails, no plan is saved.",
    )
    .argument("<stack>", "short name of the stack")
    .option(...cwd)
    .requiredOption("--plan <file>", "file for the plan")
    .requiredOption("--json <file>", "file for the report")
    .action(async (stack: string, options: PreviewOptions) =>
      exitWith(await preview(stack, options, stop)),
    );

  ci.command("comment")
    .summary("show previews in one comment on the pull request")
    .description(
      "Creates one comment on the pull request for the given reports, or updates it. A report that is missing or cannot be read is named in the comment. Needs GITHUB_TOKEN or GITLAB_TOKEN, but no credentials of the tenant.",
    )
    .argument("<reports...>", "files that `ci preview` wrote")
    .action(async (reports: string[]) => exitWith(await unlessStopped(comment(reports))));
}

function registerApply(ci: Command): void {
  ci.command("find-plan")
    .summary("find the plan that was reviewed")
    .description(
      "Finds the plan of the pull request that this commit merged, or that of a preview of this commit. Refuses it if a newer run has started to apply a plan of the stack. On GitLab it writes the file; on GitHub it sets the outputs `name` and `run` for actions/download-artifact. Needs GITHUB_TOKEN or GITLAB_TOKEN, but no credentials of the tenant.",
    )
    .argument("<stack>", "short name of the stack")
    .requiredOption("--plan <file>", "file for the plan")
    .action(async (stack: string, { plan }: { plan: string }) =>
      exitWith(await unlessStopped(findPlan(stack, plan))),
    );

  ci.command("apply")
    .summary("apply a plan, and nothing else")
    .description(
      "Applies a plan that `ci preview` saved. If the program, its configuration or the state no longer fits the plan, it applies nothing.",
    )
    .argument("<stack>", "short name of the stack")
    .option(...cwd)
    .requiredOption("--plan <file>", "file with the plan")
    .action(async (stack: string, options: ApplyOptions) =>
      exitWith(await applyPlan(stack, options, stop)),
    );
}

function registerIssue(ci: Command): void {
  ci.command("issue")
    .summary("keep one issue for each stack that drifted or could not be checked")
    .description(
      "Opens, updates and closes issues as a report of `drift --json` or `drift merge --json` requires: one for each stack that drifted or could not be checked. Issues of stacks that the report does not contain are not changed. Needs GITHUB_TOKEN or GITLAB_TOKEN, but no credentials of the tenant.",
    )
    .argument("<report>", "file that `drift --json` or `drift merge --json` wrote")
    .action(async (report: string) => exitWith(await unlessStopped(updateIssues(report))));
}

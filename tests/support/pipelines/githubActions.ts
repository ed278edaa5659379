import { basename } from "node:path";
import { parse } from "yaml";
import type { Author, Ci, Ran, RunOptions } from "./ci";
import { repository } from "./forge";
import type { Place } from "./place";
import { defaultBranch } from "./repository";
import type { GithubEvent, WorkflowRun } from "./runs";
import { requireSupported, Unsupported } from "./unsupported";
import type { Any, Job } from "./workflow";
import { runWorkflow } from "./workflowRun";

/** Starts the workflows of the team's repository as GitHub does. */
export class GithubActions implements Ci {
  private runs = 0;

  constructor(private readonly place: Place) {}

  async pullRequest(head: string, by: Author = "member"): Promise<Ran> {
    const from = by === "fork" ? "fork/tenants" : repository;
    const pull = {
      ...{ number: 7, user: { login: by === "dependabot" ? "dependabot[bot]" : "somebody" } },
      head: { sha: head, ref: "change", repo: { full_name: from } },
      base: { sha: await this.place.repository.commitOf(defaultBranch), ref: defaultBranch },
    };
    this.place.forge.head = head;
    return this.start({
      ...{ name: "pull_request", from, head, ref: "refs/pull/7/merge" },
      sha: await this.place.repository.testMerge(head),
      payload: { action: "synchronize", number: 7, pull_request: pull },
      hasSecrets: by === "member",
    });
  }

  push = (commit: string) => this.onDefaultBranch("push", commit);

  previewByHand = () => this.onDefaultBranch("workflow_dispatch", undefined, "preview.yml");

  schedule = () => this.onDefaultBranch("schedule");

  private async onDefaultBranch(name: string, commit?: string, file?: string): Promise<Ran> {
    const sha = commit ?? (await this.place.repository.commitOf(defaultBranch));
    const ref = `refs/heads/${defaultBranch}`;
    const payload = { ref, after: sha };
    const event = { name, sha, head: sha, ref, from: repository, payload, hasSecrets: true };
    return this.start(event, file);
  }

  /** Each event starts one of the written workflows. */
  private async start(event: GithubEvent, file?: string): Promise<Ran> {
    const started: string[] = [];
    for (const path of await this.place.repository.list(event.sha, ".github/workflows")) {
      const { on } = parse(await this.place.repository.read(event.sha, path));
      if (starts(on, event.name)) started.push(basename(path));
    }
    const [only, ...more] = started.filter((one) => file === undefined || one === file);
    if (only === undefined || more.length > 0) throw new Error(`${event.name} started ${started}`);
    this.runs += 1;
    return this.run({ id: this.runs, attempt: 1, file: only, event });
  }

  private async run(run: WorkflowRun, { cancelApply }: RunOptions = {}): Promise<Ran> {
    const jobs = await runWorkflow(this.place, run, cancelApply ? "Apply" : undefined);
    return {
      jobs: Object.entries(jobs).map(([name, job]) => ({
        ...{ name: name.replace(/[()]/g, ""), result: job.result, text: textOf(job) },
      })),
      again: (options) => this.run({ ...run, attempt: run.attempt + 1 }, options),
    };
  }
}

const textOf = ({ steps, summary }: Job) =>
  [...steps.map(({ name, outcome, text }) => `${name}: ${outcome}\n${text}`), summary].join("\n");

/** Whether an event starts a workflow: on the default branch, or for a pull request into it. */
function starts(on: Any, event: string): boolean {
  requireSupported("pull_request push schedule workflow_dispatch", on);
  if (!(event in on)) return false;
  if (event === "push") {
    requireSupported("branches", on.push);
    return on.push.branches.includes(defaultBranch);
  }
  if (event !== "schedule" && on[event]) throw new Unsupported(on);
  return true;
}

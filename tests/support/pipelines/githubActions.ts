import { basename } from "node:path";
import { parse } from "yaml";
import type { Author, Ci, Ran } from "./ci";
import { repository } from "./forge";
import type { GithubEvent, WorkflowRun } from "./githubRun";
import type { Place } from "./place";
import { defaultBranch } from "./repository";
import { requireSupported } from "./unsupported";
import type { Any, Job } from "./workflow";
import { RunningWorkflow } from "./workflowRun";

/** Starts the workflows of the team's repository as GitHub does. */
export class GithubActions implements Ci {
  private runs = 0;

  constructor(private readonly place: Place) {}

  async pullRequest(head: string, by: Author = "member", into = defaultBranch): Promise<Ran> {
    const from = by === "fork" ? "fork/tenants" : repository;
    const pull = {
      ...{ number: 7, user: { login: by === "dependabot" ? "dependabot[bot]" : "somebody" } },
      head: { sha: head, ref: "change", repo: { full_name: from } },
      base: { sha: await this.place.repository.commitOf(into), ref: into },
    };
    this.place.forge.head = head;
    return this.start({
      ...{ name: "pull_request", branch: into, ref: "refs/pull/7/merge" },
      sha: await this.place.repository.testMerge(head),
      payload: { action: "synchronize", number: 7, pull_request: pull },
      hasSecrets: by === "member",
    });
  }

  push = (commit: string) => this.onDefaultBranch("push", commit);

  schedule = () => this.onDefaultBranch("schedule");

  private async onDefaultBranch(name: string, commit?: string): Promise<Ran> {
    const sha = commit ?? (await this.place.repository.commitOf(defaultBranch));
    const ref = `refs/heads/${defaultBranch}`;
    const payload = { ref, after: sha };
    return this.start({ name, sha, ref, branch: defaultBranch, payload, hasSecrets: true });
  }

  /** Each event starts at most one of the written workflows. */
  private async start(event: GithubEvent): Promise<Ran> {
    const started: string[] = [];
    for (const path of await this.place.repository.list(event.sha, ".github/workflows")) {
      const { on } = parse(await this.place.repository.read(event.sha, path));
      if (starts(on, event)) started.push(basename(path));
    }
    const [file, ...more] = started;
    if (more.length > 0) throw new Error(`${event.name} started ${started}`);
    if (file === undefined) return nothing;
    this.runs += 1;
    const run: WorkflowRun = { id: this.runs, attempt: 0, file, event, artifacts: new Map() };
    const workflow = await RunningWorkflow.load(this.place, run);
    const ranOf = (jobs: Record<string, Job>): Ran => ({
      jobs: Object.entries(jobs).map(([name, job]) => ({
        ...{ name: name.replace(/[()]/g, ""), result: job.result, text: textOf(job) },
      })),
      waiting: workflow.waiting.map((name) => name.replace(/[()]/g, "")),
      approve: async () => ranOf(await workflow.approve()),
      again: async () => ranOf(await workflow.run()),
    });
    return ranOf(await workflow.run());
  }
}

const nothing: Ran = {
  ...{ jobs: [], waiting: [] },
  approve: async () => nothing,
  again: async () => nothing,
};

const textOf = ({ steps, summary }: Job) =>
  [...steps.map(({ name, outcome, text }) => `${name}: ${outcome}\n${text}`), summary].join("\n");

/** Whether an event on a branch, or a pull request into it, starts a workflow. */
function starts(on: Any, { name, branch }: GithubEvent): boolean {
  requireSupported("pull_request merge_group push schedule workflow_dispatch", on);
  if (!(name in on)) return false;
  if (name === "schedule") return true;
  requireSupported("branches", on[name]);
  return on[name].branches.includes(branch);
}

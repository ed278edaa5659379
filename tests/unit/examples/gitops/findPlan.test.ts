import { existsSync, readFileSync } from "node:fs";
import { beforeEach, describe, expect, test } from "@jest/globals";
import { type Forge, repository } from "../../../support/pipelines/forge";
import { type Kind, kinds, withGitopsScripts } from "../../../support/pipelines/gitopsScripts";

const scripts = withGitopsScripts();
const merge = "a1";
const head = "b2";

beforeEach(() => {
  scripts.forge.merged.set(merge, head);
});

const findPlan = (kind: Kind) =>
  scripts.run(
    "find-plan",
    ["production", merge, scripts.path("plan/plan.json")],
    scripts.environment(kind),
  );

function addPlan(
  kind: Kind,
  run: number,
  sha: string,
  more: Partial<Forge["artifacts"][0]> = {},
): void {
  const name = { GitHub: `plan-production-${sha}`, GitLab: "preview: [production]" }[kind];
  const files = { [`plan/production-${sha}.json`]: `plan ${run}` };
  scripts.forge.artifacts.push({ name, run, sha, files, from: repository, ...more });
}

const addApply = (job: object, more: Partial<Forge["applies"][0]> = {}) =>
  scripts.forge.applies.push({ run: 7, stack: "production", job, ...more });

const foundPlan = (kind: Kind) =>
  readFileSync(scripts.path({ GitHub: "output", GitLab: "plan/plan.json" }[kind]), "utf8");

test.each(kinds)(
  "the plan on %s is that of the merged pull request's last commit",
  async (kind) => {
    addPlan(kind, 1, "c3");
    addPlan(kind, 2, head);
    addPlan(kind, 3, head);
    addPlan(kind, 4, head, { from: "fork/tenants" });
    const ended = await findPlan(kind);
    expect(ended).toContain("exit code 0");
    expect(ended).toContain("for commit b2 by run 3.");
    expect(foundPlan(kind)).toBe(kind === "GitHub" ? "name=plan-production-b2\nrun=3\n" : "plan 3");
  },
);

test.each(kinds)("the plan on %s is the one of a manual run, if there is one", async (kind) => {
  addPlan(kind, 2, merge);
  addPlan(kind, 3, head);
  expect(await findPlan(kind)).toContain("for commit a1 by run 2.");
});

test.each(kinds)("a missing plan on %s is reported, with what to do", async (kind) => {
  addPlan(kind, 1, "c3");
  addPlan(kind, 2, head, { from: "fork/tenants" });
  if (kind === "GitHub") addPlan(kind, 3, head, { expired: true });
  const ended = await findPlan(kind);
  expect(ended).toContain("exit code 1\nerror: There is no plan of production for commit a1");
  expect(ended).toContain("Nothing was applied. Run the preview by hand on the default branch");
  expect(existsSync(scripts.path("output"))).toBe(false);
});

describe("a plan beside a newer apply", () => {
  type Case = readonly [kind: Kind, what: string, job: object];
  const step = (conclusion: string | null) => ({ steps: [{ name: "Apply", conclusion }] });
  const unstarted = { runner_name: "", steps: [] };

  const started: Case[] = [
    ["GitHub", "has succeeded", {}],
    ["GitHub", "failed half-way", { conclusion: "failure", ...step("failure") }],
    ["GitHub", "failed its drift check", { conclusion: "failure" }],
    ["GitHub", "is running", { status: "in_progress", conclusion: null, ...step(null) }],
    ["GitHub", "timed out", { conclusion: "timed_out", ...step("cancelled") }],
    ["GitHub", "was cancelled while it applied", { conclusion: "cancelled", ...step("cancelled") }],
    ["GitHub", "was cancelled at an unknown step", { conclusion: "cancelled", ...step("skipped") }],
    ["GitHub", "was cancelled, and has no steps left", { conclusion: "cancelled", steps: [] }],
    ["GitHub", "has an unknown conclusion", { conclusion: "stale", steps: [] }],
    ["GitLab", "has succeeded", {}],
    ["GitLab", "failed", { status: "failed" }],
    ["GitLab", "was cancelled", { status: "canceled" }],
    ["GitLab", "is being cancelled", { status: "canceling" }],
    ["GitLab", "is running", { status: "running" }],
    ["GitLab", "reports no start time", { status: "canceled", started_at: undefined }],
    ["GitLab", "has an unknown status", { status: "odd", started_at: null }],
  ];

  const githubWaits = ["queued", "requested", "waiting", "pending"];
  const gitlabNotStarted = [
    ...["created", "waiting_for_resource", "preparing", "pending", "waiting_for_callback"],
    ...["scheduled", "manual", "skipped", "canceled", "failed"],
  ];
  const notStarted: Case[] = [
    ...githubWaits.map(
      (status): Case => ["GitHub", `is ${status}`, { ...unstarted, status, conclusion: null }],
    ),
    ["GitHub", "was skipped", { conclusion: "skipped", steps: [] }],
    ["GitHub", "was cancelled while it waited", { ...unstarted, conclusion: "cancelled" }],
    ["GitHub", "was refused by a reviewer", { ...unstarted, conclusion: "failure" }],
    ["GitHub", "found no plan", { conclusion: "failure", ...step("skipped") }],
    ...gitlabNotStarted.map(
      (status): Case => ["GitLab", `is ${status} without a start`, { status, started_at: null }],
    ),
  ];

  test.each(started)("is refused on %s if the apply %s", async (kind, _, job) => {
    addPlan(kind, 2, head);
    addApply(job);
    const ended = await findPlan(kind);
    expect(ended).toMatch(
      /^exit code 1\nerror: A newer apply of production has started \(\w+\): https:\S+\/7\. /,
    );
    expect(ended).toContain("Nothing was applied. Run the newest apply again instead");
    expect(existsSync(scripts.path("output"))).toBe(false);
    expect(existsSync(scripts.path("plan/plan.json"))).toBe(false);
  });

  test.each(notStarted)("is taken on %s if the apply %s", async (kind, _, job) => {
    addPlan(kind, 2, head);
    addApply(job);
    expect(await findPlan(kind)).toContain("exit code 0");
  });

  test.each(kinds)("is taken on %s if the apply is older or of another stack", async (kind) => {
    addPlan(kind, 2, head);
    scripts.forge.applies.push({ run: 4, stack: "production" }, { run: 6, stack: "staging" });
    expect(await findPlan(kind)).toContain("exit code 0");
  });

  test.each(kinds)("is refused on %s if an earlier attempt of the apply started", async (kind) => {
    addPlan(kind, 2, head);
    const failed = { GitHub: { conclusion: "failure" }, GitLab: { status: "failed" } }[kind];
    const waiting = {
      GitHub: { ...unstarted, status: "waiting", conclusion: null },
      GitLab: { status: "manual", started_at: null },
    }[kind];
    addApply(waiting);
    addApply(failed, { replaced: true });
    expect(await findPlan(kind)).toMatch(/A newer apply .* has started \(fail/);
  });

  test.each(kinds)("is refused on %s with the newest of many applies", async (kind) => {
    addPlan(kind, 2, head);
    const others = Array.from({ length: 250 }, (_, index) => ({ run: 8, stack: `stack-${index}` }));
    const older = Array.from({ length: 120 }, (_, index) => ({ run: -index, stack: "production" }));
    const newer = [7, 8].map((run) => ({ run, stack: "production" }));
    scripts.forge.applies.push(...older, ...others, ...newer);
    expect(await findPlan(kind)).toMatch(/has started \(success\): https:\S+\/8\. /);
  });
});

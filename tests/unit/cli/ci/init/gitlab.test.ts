import { describe, expect, test } from "@jest/globals";
import { parse } from "yaml";
import { pipelineFiles } from "../../../../../cli/ci/init/pipelines";
import { examplePlan, folderPlan, plans, wavesPlan } from "../../../../support/pipelines/plans";

// biome-ignore lint/suspicious/noExplicitAny: a file's content
const pipeline = (plan = examplePlan): any => parse(pipelineFiles("gitlab", plan)[0]?.text ?? "");

const request =
  '$CI_PIPELINE_SOURCE == "merge_request_event" && $CI_MERGE_REQUEST_TARGET_BRANCH_NAME == $CI_DEFAULT_BRANCH && $CI_MERGE_REQUEST_SOURCE_PROJECT_ID == $CI_MERGE_REQUEST_PROJECT_ID';
const fork = request.replace("ID ==", "ID !=");
const push = '$CI_PIPELINE_SOURCE == "push" && $CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH';
const web = push.replace("push", "web");
const schedule = '$CI_PIPELINE_SOURCE == "schedule"';
const always = { when: "always" };

/** Each job's needs, rules, environment, and commands. */
const expectedJobs = {
  command: [
    ...[undefined, { if: request }, { if: schedule }, { if: web }, { if: push }, undefined],
    "cp -RL node_modules/pulumi-auth0-native/bin/cli command",
  ],
  preview: [undefined, { if: request }, "$STACK/preview", "ci preview"],
  comment: [["preview", "command"], { if: request, ...always }, "reports", "ci comment"],
  "no-preview-without-variables": [undefined, { if: fork }, undefined, "echo"],
  plan: [undefined, { if: web }, { if: push }, "$STACK/drift", "ci preview"],
  apply: [
    ...[["plan"], { if: web, when: "manual" }, { if: push, when: "manual" }, "$STACK/apply"],
    ...["ci check-head", "ci apply", "drift"],
  ],
  issues: [
    ["apply", "command"],
    { if: web, ...always },
    { if: push, ...always },
    "reports",
    "ci issue",
  ],
  drift: [undefined, { if: schedule }, "$STACK/drift", "drift"],
  report: [["drift", "command"], { if: schedule, ...always }, undefined, "drift merge"],
  issue: [["report", "command"], { if: schedule, ...always }, "reports", "ci issue"],
};

const commandOf = (line: string) =>
  line
    .replace(/^npx --no-install pulumi-auth0-native |^node command\/index\.js /, "")
    .replace(/^(ci [\w-]+|drift( merge)?|echo).*/s, "$1");

const keywords =
  "extends stage tags needs environment parallel rules interruptible timeout script before_script artifacts resource_group allow_failure cache";

/** No linter exists for these pipelines, so the tests check what GitLab would reject. */
const served = plans.filter(
  ([, { settings, place }]) =>
    settings.stacks.length <= 200 && place.folder === "" && settings.waves === undefined,
);

describe.each(served)("the GitLab pipeline for %s", (_, plan) => {
  const { stages, variables: _variables, ...jobs } = pipeline(plan);
  // biome-ignore lint/suspicious/noExplicitAny: a job's content
  const real = Object.entries<any>(jobs).filter(([name]) => name[0] !== ".");

  test("has jobs with exactly these needs, rules, environments and commands", () => {
    expect(JSON.stringify(jobs)).not.toMatch(/%\w+%/);
    const found = real.map(([name, { needs, rules, environment, script }]) => [
      name,
      [...[needs, ...rules, environment?.name], ...script.map(commandOf)],
    ]);
    expect(Object.fromEntries(found)).toEqual(expectedJobs);
  });

  test("has jobs with keywords that GitLab supports, each after the jobs that it needs", () => {
    const used = stages.filter((stage: string) => real.some(([, job]) => job.stage === stage));
    expect(used).toEqual(stages);
    for (const [, job] of real) {
      expect(keywords.split(" ")).toEqual(expect.arrayContaining(Object.keys(job)));
      if (job.extends) expect(jobs).toHaveProperty([String(job.extends)]);
      for (const name of job.needs ?? []) {
        expect(stages.indexOf(jobs[name].stage)).toBeLessThan(stages.indexOf(job.stage));
      }
      for (const line of job.script) {
        if (!line.startsWith("echo ")) expect(line).not.toMatch(/\|\||&&|\$\?|\bif\b|;|\|/);
      }
    }
  });
});

test("a later wave is planned after the wave before was applied, with jobs of the same stacks alone", () => {
  const jobs = pipeline(wavesPlan);
  const seen = ["plan", "apply", "plan-2", "apply-2"].map((name) => {
    const { needs, stage, parallel, script } = jobs[name];
    expect(script).toEqual(jobs[name.replace("-2", "")].script);
    return [needs, stage, parallel.matrix];
  });
  const later = [{ STACK: ["eu", "us"] }];
  expect(seen).toEqual([
    [undefined, "plan", [{ STACK: ["staging"] }]],
    [["plan"], "apply", [{ STACK: ["staging"] }]],
    [["apply"], "apply", later],
    [["plan-2"], "apply", later],
  ]);
});

describe("the pipeline of a program in a folder", () => {
  const settings = { ...folderPlan.settings, setup: ".login" };
  const [file] = pipelineFiles("gitlab", { ...folderPlan, settings });
  const logLevel = "silent";
  const { include, stages, ...jobs } = parse(file?.text ?? "", { logLevel });

  test("is an included file with the project's name in each job and group", () => {
    expect([file?.path, include, stages]).toEqual([
      ".gitlab/tenants.yml",
      ".gitlab/setup.yml",
      undefined,
    ]);
    const names = Object.keys(jobs).map((name) => name.replace(/^\.?tenants-/, ""));
    expect(names).toEqual(["job", "without-install", "each-stack", ...Object.keys(expectedJobs)]);
    // biome-ignore lint/suspicious/noExplicitAny: a job's content
    const all = Object.values<any>(jobs);
    const groups = all.flatMap((job) => job.resource_group ?? []);
    expect(groups).toEqual(["tenants-$STACK", "reports", "tenants-drift/$STACK", "reports"]);
    const environments = all.flatMap((job) => job.environment?.name ?? []);
    expect([...new Set(environments)]).toEqual([
      ...["tenants/$STACK/preview", "reports", "- release $STACK", "tenants/$STACK/drift"],
    ]);
    expect([...new Set(all.flatMap((job) => job.needs ?? []))]).toEqual(
      ["preview", "command", "plan", "apply", "drift", "report"].map((name) => `tenants-${name}`),
    );
  });

  test("sets up, installs at the root, and runs in the folder when watched files change", () => {
    const base = jobs[".tenants-job"];
    expect(base.before_script.slice(1)).toEqual([
      "corepack pnpm install --frozen-lockfile --ignore-scripts",
      "cd infra/auth0",
    ]);
    expect(file?.text).toContain("    - !reference [.login, before_script]\n");
    expect(base.image.name).toBe("pulumi/pulumi-nodejs-22:3.270.0");
    expect(base).toMatchObject({ extends: ".login", tags: ["self-hosted", "linux"] });
    const changes = [
      ...["infra/auth0/**/*", "pnpm-lock.yaml", ".gitlab/tenants.yml", "libs/**/*", "tools/*.ts"],
    ];
    for (const name of ["preview", "comment", "no-preview-without-variables", "plan", "apply"]) {
      expect(jobs[`tenants-${name}`].rules.at(-1)).toMatchObject({ changes });
    }
    expect(jobs["tenants-drift"].rules).toEqual([
      { if: `${schedule} && $DRIFT_PROJECT == "tenants"` },
    ]);
    expect(jobs["tenants-plan"].artifacts.paths).toEqual([
      "infra/auth0/plans/$STACK.json",
      "infra/auth0/previews/$STACK.json",
    ]);
    expect(jobs["tenants-apply"].script[0]).toContain(changes.map((path) => `"${path}"`).join(" "));
    expect(jobs["tenants-issue"].script[0]).toContain("ci issue --project tenants drift/");
  });
});

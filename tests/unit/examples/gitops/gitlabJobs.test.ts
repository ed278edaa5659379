import { existsSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { parse } from "yaml";
import { gone, writeReport } from "../../../support/pipelines/driftFiles";
import {
  pathIn,
  pulumiVersion,
  scriptsFolder,
  withGitopsScripts,
} from "../../../support/pipelines/gitopsScripts";
import { root, run } from "../../../support/project";

const scripts = withGitopsScripts();
const pipeline = parse(readFileSync(join(root, "examples/gitops/.gitlab-ci.yml"), "utf8"));

/** Runs a job's commands as GitLab's runner does; resolves to the exit code. */
async function runJob(name: string, more: Record<string, string> = {}): Promise<number | null> {
  symlinkSync(scriptsFolder, scripts.path("scripts"));
  const commands = pipeline[name].script.join("\n");
  const env = { PATH: pathIn(scripts), ...scripts.environment("GitLab"), STACK: "production" };
  const args = ["-eo", "pipefail", "-c", commands];
  const { code, text } = await run("bash", args, scripts.folder, { ...env, ...more });
  scripts.printed(text);
  return code;
}

test.each([
  ["no drift", 0, [], []],
  ["drift", 2, [gone], []],
  ["a failed check", 1, [], ["no answer"]],
])(
  "the drift job updates the issue after %s, and ends with %d",
  async (_, code, resources, problems) => {
    mkdirSync(scripts.path("drift"));
    writeReport(scripts, resources, problems, "drift/");
    scripts.replaceCommand(`exit ${code}`, "npx");
    expect(await runJob("drift")).toBe(code);
    expect(scripts.forge.issues).toHaveLength(code === 0 ? 0 : 1);
    expect(readFileSync(scripts.path("calls"), "utf8")).toContain(
      "--no-install auth0-native drift production --json drift/drift.json --markdown drift/drift.md",
    );
  },
);

test("the drift job fails if there is no report", async () => {
  scripts.replaceCommand("exit 2", "npx");
  expect(await runJob("drift")).toBe(1);
});

test("the preview job fails with a preview that fails, and comments on it", async () => {
  scripts.replaceCommand(`${pulumiVersion}\necho 'error: broken'; exit 5`);
  expect(await runJob("preview")).toBe(5);
  expect(scripts.forge.comments[0]?.body).toContain("error: broken");
});

test("the preview job without a merge request keeps the commit's plan, and comments on nothing", async () => {
  scripts.replaceCommand(
    `${pulumiVersion}\nwhile [ "$1" != --save-plan ]; do shift; done; echo {} > "$2"`,
  );
  const without = { CI_MERGE_REQUEST_IID: "", CI_MERGE_REQUEST_SOURCE_BRANCH_SHA: "c3" };
  expect(await runJob("preview", without)).toBe(0);
  expect(existsSync(scripts.path("plan/production-c3.json"))).toBe(true);
  expect(scripts.forge.requests).toEqual([]);
});

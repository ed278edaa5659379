import { readFileSync } from "node:fs";
import { expect, test } from "@jest/globals";
import { pulumiVersion, withGitopsScripts } from "../../../support/pipelines/gitopsScripts";

const scripts = withGitopsScripts();
const apply = () => scripts.run("apply", ["production", "plan.json"], {});

test("a CLI that is too old is named, and applies nothing", async () => {
  scripts.replaceCommand("echo v3.100.0; exit 255");
  scripts.write("plan.json", "{}");
  expect(await apply()).toContain(
    "exit code 1\nerror: The Pulumi CLI is v3.100.0, which is too old; this needs 3.227 or newer",
  );
  expect(readFileSync(scripts.path("calls"), "utf8")).toBe("version\n");
});

test("a plan that no longer fits is reported without the secrets that the CLI prints", async () => {
  scripts.write("plan.json", "{}");
  scripts.replaceCommand(`${pulumiVersion}
echo 'Previewing update (production):'
echo 'error: resource urn violates plan: properties changed: ++token[{&{{canary-old'
echo 'canary-second-line}}}!={&{{[secret]}}}]'
exit 1`);
  const ended = await apply();
  expect(ended).not.toContain("canary");
  expect(ended).toContain("error: resource urn violates plan\n");
  expect(ended).toContain("exit code 1");
  expect(ended).toContain("no longer fits");
  expect(ended).toContain("Nothing was applied.");
});

test("a plan that stops fitting during the update is reported as applied in part", async () => {
  scripts.write("plan.json", "{}");
  scripts.replaceCommand(`${pulumiVersion}
echo 'Updating (production):'
echo 'error: create is not allowed by the plan: no steps were expected for this resource'
exit 1`);
  const ended = await apply();
  expect(ended).toContain("A part of it was applied.");
  expect(ended).not.toContain("Nothing was applied");
});

test("without a plan, the CLI is not asked to apply anything", async () => {
  scripts.replaceCommand(pulumiVersion);
  const ended = await apply();
  expect(ended).toContain("error: There is no plan at plan.json. Nothing was applied.");
  expect(readFileSync(scripts.path("calls"), "utf8")).toBe("version\n");
});

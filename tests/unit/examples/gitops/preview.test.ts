import { readFileSync } from "node:fs";
import { expect, test } from "@jest/globals";
import {
  hostileNames,
  pulumiVersion,
  withGitopsScripts,
} from "../../../support/pipelines/gitopsScripts";

const scripts = withGitopsScripts();

const preview = (env: Record<string, string> = {}) =>
  scripts.run("preview", ["production", "plan/plan.json", "preview.md"], env);
const comment = () => readFileSync(scripts.path("preview.md"), "utf8");

/** Puts a CLI of a supported version in place. */
const replacePulumi = (shell: string) => scripts.replaceCommand(`${pulumiVersion}\n${shell}`);

test("a CLI that is too old is named, and runs nothing", async () => {
  scripts.replaceCommand("echo v3.100.0; exit 255");
  expect(await preview()).toContain(
    "exit code 1\nerror: The Pulumi CLI is v3.100.0, which is too old; this needs 3.227 or newer",
  );
  expect(readFileSync(scripts.path("calls"), "utf8")).toBe("version\n");
  expect(comment()).toContain("**The preview failed** (exit code 1)");
  expect(comment()).toContain("which is too old");
});

test("a command that is not the Pulumi CLI is named", async () => {
  scripts.replaceCommand("echo hello");
  expect(await preview()).toContain('`pulumi version` printed "hello"');
});

test("a preview that fails ends with the CLI's exit code, and the comment contains the error", async () => {
  replacePulumi("echo 'error: No credentials' >&2; exit 4");
  expect(await preview()).toBe("exit code 4\nerror: No credentials\n");
  expect(comment()).toContain("**The preview failed** (exit code 4)");
  expect(comment()).toContain("error: No credentials");
});

test("a secret, a fence or too much output does not harm the comment", async () => {
  const secret = "canary-passphrase";
  replacePulumi(`
printf '%s\\n' "${secret}" '\`\`\`\`' '</details>' 'Resources:' '    ~ 2 to update' '    +-1 to replace'
head -c 100000 /dev/zero | tr '\\0' x`);
  await preview({ PULUMI_CONFIG_PASSPHRASE: secret });
  expect(comment()).not.toContain(secret);
  expect(comment()).toContain("```text\n[secret]\n    ````\n</details>\n");
  expect(comment()).toContain(
    "**2 to update, 1 to replace** – **objects of the tenant are deleted**",
  );
  expect(comment().length).toBeLessThan(60_000);
  expect(comment()).toContain("The rest is in the job's log.");
});

test("hostile lines stay in the comment's block, and the counts are the CLI's own", async () => {
  const lines = [...hostileNames, "~~~", "/close", "```", "  ```", "\t```", "a\u2028```"].join(
    "\n",
  );
  scripts.write("lines", `Resources:\n    @team to create\n${lines}\nResources:\n`);
  replacePulumi(
    "cat lines; printf '%s\\n' '    + 1 to create' '    =2 to import' '    [x](https://evil.example)' '    3 changes. 4 unchanged'",
  );
  await preview();
  const [head = "", ...rest] = comment().split("\n```text\n");
  const [block = "", tail] = rest.join("").split("\n```\n");
  expect(head).toContain(
    "\n**1 to create, 2 to import, `[x](https://evil.example)`, 3 changes. 4 unchanged**\n",
  );
  expect(tail).toBe("\n</details>\n");
  expect(block).toContain("@team");
  expect(block.split("\n").filter((line) => /^( {0,3}(```|~~~)|\/)/.test(line))).toEqual([
    ...["~~~", "~~~"],
  ]);
  expect(block).not.toMatch(/[\r\u2028\u202e]/);
});

test("output that has to be escaped keeps the comment within its limit", async () => {
  replacePulumi("head -c 60000 /dev/zero | tr '\\0' '`'; head -c 60000 /dev/zero");
  await preview();
  expect(comment().length).toBeLessThan(60_000);
});

test("a preview without changes says so in the comment", async () => {
  replacePulumi("printf '%s\\n' 'Previewing update (production):' 'Resources:' '    2 unchanged'");
  await preview();
  expect(comment()).toContain("**2 unchanged**");
});

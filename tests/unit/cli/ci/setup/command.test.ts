import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "@jest/globals";
import type { ForgeName } from "../../../../../cli/ci/init/settings";
import { type SetupOptions, setup } from "../../../../../cli/ci/setup/command";
import { blockWith } from "../../../../support/guides";
import { writeFileIn } from "../../../../support/pipelines/files";
import { withStandInPulumi } from "../../../../support/pipelines/standInPulumi";
import { temporaryFolder } from "../../../../support/project";

/** Stands in for `gh` and `glab`: records arguments and inputs, and keeps what POST creates. */
const forgeCommand = `#!/bin/sh
cd "$(dirname "$0")"
input=$(cat)
echo "$*" >> calls
echo "$input" >> inputs
if echo "$*" | grep -q "$(cat fails)"; then echo "HTTP 403 for $input" >&2; exit 1; fi
kept() { echo "kept-\${1%%\\?*}" | tr -c "a-z0-9\\n" -; }
case "$*" in
  *" POST "*) echo "$input" >> "$(kept "$5")";;
  *policies\\?*) echo "{\\"branch_policies\\":[$(paste -sd, "$(kept "$2")" 2>&-)]}";;
  *variables\\?per_page*|*environments\\?per_page*) echo "[$(paste -sd, "$(kept "$2")" 2>&-)]";;
  *users\\?*) echo '[{ "id": 7 }]';;
  *) echo '{ "id": 7 }';;
esac`;

const program = withStandInPulumi();
let values: string;
const settings = "pulumi-auth0-native.ci.yaml";

beforeEach(() => {
  mkdirSync(program.path(".git"));
  program.write(settings, "branch: main\nstacks: [staging, eu]\n");
  for (const name of ["gh", "glab"]) writeFileIn(program.folder, name, forgeCommand, 0o755);
  program.write("fails", "no command");
  values = join(temporaryFolder(), "values.yaml");
  writeValues(file);
});

const writeValues = (text: string) => writeFileIn(join(values, ".."), "values.yaml", text, 0o600);
const run = (forge: ForgeName = "github", more: Partial<SetupOptions> = {}) =>
  program.run(() => setup(forge, { cwd: program.folder, values, ...more }));
const linesOf = (name: string) => program.read(name).trimEnd().split("\n");

const file = `
reviewers: [octocat, acme/platform]
defaults:
  all: { AUTH0_CLIENT_SECRET: 'canary-default' }
  drift: { AUTH0_CLIENT_SECRET: 'canary-drift' }
stacks:
  staging:
    all: { AUTH0_DOMAIN: 'canary.example.com' }
    apply: { AUTH0_CLIENT_SECRET: 'canary-apply' }
  eu:
`;

describe("on GitHub", () => {
  const path = (stack: string) => `repos/{owner}/{repo}/environments/${stack}`;
  const putTo = (environment: string) => `api --silent -X PUT ${path(environment)} --input -`;
  const limited = { protected_branches: false, custom_branch_policies: true };
  const rulesOf = (reviewers: object[], policy: object | null) =>
    JSON.stringify({ reviewers, deployment_branch_policy: policy });

  test("each environment gets its rules and values, which are no arguments and not printed", async () => {
    const printed = await run();
    expect(printed).toContain("exit code 0\nstaging-preview: AUTH0_CLIENT_SECRET, AUTH0_DOMAIN\n");
    const calls = linesOf("calls");
    const policies = `${path("staging-apply")}/deployment-branch-policies`;
    expect(calls.slice(0, 11)).toEqual([
      ...["api users/octocat", "api orgs/acme/teams/platform"],
      ...[putTo("staging-preview"), "secret set AUTH0_CLIENT_SECRET --env staging-preview"],
      ...["variable set AUTH0_DOMAIN --env staging-preview", putTo("staging-apply")],
      ...[`api ${policies}?per_page=100`, `api --silent -X POST ${policies} --input -`],
      ...["secret set AUTH0_CLIENT_SECRET --env staging-apply"],
      ...["variable set AUTH0_DOMAIN --env staging-apply", putTo("staging-drift")],
    ]);
    const reviewers = [
      { type: "User", id: 7 },
      { type: "Team", id: 7 },
    ];
    expect(linesOf("inputs").slice(2, 11)).toEqual([
      ...[rulesOf([], null), "canary-default", "canary.example.com", rulesOf(reviewers, limited)],
      ...["", '{"name":"main"}', "canary-apply", "canary.example.com", rulesOf([], limited)],
    ]);
    expect(linesOf("inputs")).toContain("canary-drift");
    expect(calls.join() + printed).not.toContain("canary");

    rmSync(program.path("calls"));
    await run();
    expect(linesOf("calls")).toEqual(calls.filter((call) => !call.includes("POST")));
  });

  test("a failure names the environment, the command and what is set up, without a value", async () => {
    program.write("fails", "SECRET --env staging-apply");
    const printed = await run();
    expect(printed).toContain(
      "error: couldn't set up the environment staging-apply: `gh secret set AUTH0_CLIENT_SECRET --env staging-apply` failed: HTTP 403 for [secret]\n" +
        "Environments that are set up: staging-preview.",
    );
    expect(printed).not.toContain("canary");
  });

  test("a dry run prints the commands for the page's file, and needs no gh", async () => {
    rmSync(program.path("gh"));
    writeValues(
      blockWith("docs/reference/pipelines.md", "yaml", "reviewers:").replaceAll("<", "canary"),
    );
    program.write(settings, "branch: main\nstacks: [staging, production]\n");
    const printed = await run("github", { dryRun: true });
    expect(printed).toContain("\ngh secret set AUTH0_CLIENT_SECRET --env production-drift");
    expect(printed).toContain("\ngh variable set PULUMI_BACKEND_URL --env staging-preview");
    expect(printed).toContain("exit code 0\ngh api users/octocat\n");
    expect([printed.includes("canary"), existsSync(program.path("calls"))]).toEqual([false, false]);
  });
});

test("on GitLab, variables have the environment as scope, and are replaced by the next run", async () => {
  program.write(settings, "stacks: [staging]\n");
  writeValues(`${file.replace("  eu:\n", "")}reports: { GITLAB_TOKEN: 'canary-token' }\n`);
  const printed = await run("gitlab");
  expect(printed).toContain("exit code 0\nstaging/preview: AUTH0_CLIENT_SECRET, AUTH0_DOMAIN\n");
  const first = linesOf("inputs")
    .filter(Boolean)
    .map((text) => JSON.parse(text));
  const levels = [{ user_id: 7 }, { group_id: 7 }];
  expect(first).toContainEqual({ name: "staging/apply", deploy_access_levels: levels });
  const shown = first.map((one) => [one.environment_scope, one.key, one.masked, one.protected]);
  expect(shown).toEqual(
    expect.arrayContaining([
      ["staging/preview", "AUTH0_CLIENT_SECRET", true, false],
      ["staging/apply", "AUTH0_DOMAIN", false, true],
      ["reports", "GITLAB_TOKEN", true, false],
    ]),
  );
  const calls = linesOf("calls");
  expect(calls.join() + printed).not.toContain("canary");
  rmSync(program.path("calls"));

  await run("gitlab");
  const again = linesOf("calls").filter((call) => call.includes("--method"));
  expect(again).toHaveLength(first.length - 1);
  expect(again[0]).toBe(
    "api --silent --method PUT projects/:id/variables/AUTH0_CLIENT_SECRET?filter[environment_scope]=staging%2Fpreview --header Content-Type: application/json --input -",
  );
});

describe("nothing is set up", () => {
  test.each<[string, string, string]>([
    ["YAML that can't be read", "a: 'canary\n", "isn't valid YAML (line "],
    [
      "a number",
      file.replace("'canary-drift'", "12345678"),
      "must be text. Put the value in single",
    ],
    [
      "an unknown key",
      file.replace("apply:", "aply:"),
      "aply isn't one of all, preview, apply, drift. Did you mean apply?",
    ],
    [
      "no space before a value",
      file.replace(": 'canary.e", ":canary.e").replace("com'", "com"),
      "a space after each colon",
    ],
    ["no map", file.replace("  eu:", "  eu: canary"), "stacks.eu must map names"],
    [
      "a missing stack",
      file.replace("  eu:", ""),
      "stacks doesn't contain eu. Add it, at least as `eu: {}`",
    ],
    ["a stack that the settings lack", `${file}  us:\n`, "us isn't one of staging"],
    [
      "a name that no job reads",
      file.replace("AUTH0_DOMAIN", "DOMAIN"),
      "no job reads DOMAIN. Add it",
    ],
    ["no reviewers", file.replace(/reviewers.*/, ""), "list the reviewers of apply"],
  ])("with %s", async (_, text, message) => {
    writeValues(text);
    const printed = await run();
    expect(printed).toMatch(/^exit code 1\n/);
    expect(printed).toContain(message);
    expect(printed).not.toMatch(/canary|12345678/);
    expect(existsSync(program.path("calls"))).toBe(false);
  });

  test("if stacks or jobs of one environment have different values", async () => {
    program.write(
      settings,
      "branch: main\nstacks: [staging, eu]\nenvironments: { apply: '{stack}-preview' }\n",
    );
    expect(await run()).toContain(
      "several stacks or jobs use the environment staging-preview, but with different values of AUTH0_CLIENT_SECRET",
    );
  });

  test("from a file that git tracks or would add, and others may read only an ignored one", async () => {
    const folder = join(values, "..");
    const git = (...args: string[]) => execFileSync("git", args, { cwd: folder });
    git("init", "--quiet");
    expect(await run()).toContain("but git doesn't ignore it. Move it out of");
    writeFileIn(folder, ".gitignore", "*\n");
    chmodSync(values, 0o644);
    expect(await run("github", { dryRun: true })).toContain(
      "exit code 0\nwarning: other users of this machine can read ",
    );
    git("add", "--force", "values.yaml");
    expect(await run()).toContain("Move it out of the repository.");
  });

  test("without settings, and without the forge's command", async () => {
    process.env.PATH = `${program.folder}:/bin`;
    rmSync(program.path("gh"));
    expect(await run()).toContain("the command gh is missing. Install GitHub's CLI");
    rmSync(program.path(settings));
    expect(await run()).toContain(
      "Run `npx --no-install pulumi-auth0-native ci init github` first",
    );
  });
});

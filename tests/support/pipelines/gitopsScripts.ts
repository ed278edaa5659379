import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { chmodSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect } from "@jest/globals";
import { removeTemporaryFolders, root, temporaryFolder } from "../project";
import { type Forge, startForge, token } from "./forge";

export const scriptsFolder = join(root, "examples/gitops/scripts");

export type Kind = keyof Forge["environments"];

/** Where the scripts run. */
export const kinds: Kind[] = ["GitHub", "GitLab"];

/** The forge, a folder for each test, and the scripts of examples/gitops. */
export interface GitopsScripts {
  forge: Forge;
  /** A new one for each test; commands that stand in for others lie there. */
  folder: string;
  path(file: string): string;
  write(file: string, text: string): void;
  /** Puts a shell script in the place of a command; its calls are in the file `calls`. */
  replaceCommand(shell: string, name?: string): void;
  /** The environment of a job. */
  environment(kind: Kind): Record<string, string>;
  /** Runs a script; resolves to its exit code and its output as one text. */
  run(script: string, args: string[], env: Record<string, string>): Promise<string>;
  /** To be called with all output that does not come from `run`: it must not contain the token. */
  printed(text: string): void;
}

/** To be called at the top of a test file: starts what the scripts need, and ends it. */
export function withGitopsScripts(): GitopsScripts {
  const printed: string[] = [];
  let runner: ChildProcess;

  const scripts: GitopsScripts = {
    forge: undefined as unknown as Forge,
    folder: "",
    path: (file) => join(scripts.folder, file),
    write: (file, text) => writeFileSync(scripts.path(file), text),
    replaceCommand(shell, name = "pulumi") {
      scripts.write(name, `#!/bin/sh\necho "$@" >> "${scripts.folder}/calls"\n${shell}\n`);
      chmodSync(scripts.path(name), 0o755);
    },
    environment: (kind) => ({
      ...scripts.forge.environments[kind],
      ...(kind === "GitHub" ? githubJob(scripts.path("output")) : gitlabJob),
    }),
    async run(script, args, env) {
      const file = join(scriptsFolder, `${script}.mjs`);
      runner.send({ file, args, folder: scripts.folder, env: { PATH: pathIn(scripts), ...env } });
      const [{ code, text }] = await once(runner, "message");
      printed.push(text);
      return `exit code ${code}\n${text}`;
    },
    printed: (text) => printed.push(text),
  };

  beforeAll(async () => {
    scripts.forge = await startForge();
    runner = fork(join(__dirname, "scriptRunner.mjs"), { execArgv: [] });
  });
  beforeEach(() => {
    scripts.folder = temporaryFolder();
    scripts.forge.reset();
  });
  afterEach(() => {
    for (const text of printed.splice(0)) expect(text).not.toContain(token);
  });
  afterAll(async () => {
    runner.kill();
    removeTemporaryFolders();
    await scripts.forge.close();
  });
  return scripts;
}

/** The folder's commands come first, then Node and the system's. */
export const pathIn = ({ folder }: GitopsScripts) =>
  `${folder}:${dirname(process.execPath)}:/usr/bin:/bin`;

const githubJob = (output: string) => ({
  GITHUB_TOKEN: token,
  PULL_REQUEST: "7",
  COMMIT: "b2",
  GITHUB_OUTPUT: output,
});

const gitlabJob = { GITLAB_TOKEN: token, CI_MERGE_REQUEST_IID: "7", CI_COMMIT_SHA: "b2" };

/** What `pulumi version` prints in a command that stands in for the CLI. */
export const pulumiVersion = 'if [ "$1" = version ]; then echo v3.259.0; exit; fi';

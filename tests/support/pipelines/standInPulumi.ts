import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, jest } from "@jest/globals";
import type { StopSignals } from "../../../cli/shared/stop";
import { until } from "../clock/until";
import { removeTemporaryFolders, temporaryFolder } from "../project";
import { writeFileIn } from "./files";
import { printedBy } from "./printed";

/** What `pulumi version` prints in a command that stands in for the CLI. */
const version = 'if [ "$1" = version ]; then echo v3.259.0; exit; fi';

/** A folder with a Pulumi project, and a command that replaces the Pulumi CLI. */
export interface StandInPulumi {
  /** The folder, which each test creates anew. */
  folder: string;
  path(file: string): string;
  write(file: string, text: string): void;
  read(file: string): string;
  /** Replaces the CLI by a shell script, which prints a supported version for `pulumi version`. */
  replacePulumi(shell: string): void;
  /** Replaces the CLI by a script that also handles `pulumi version`. */
  replaceWholePulumi(shell: string): void;
  /** The commands that the CLI was called with, one per line. */
  calls(): string;
  /** Resolves when the script has run `touch started`. */
  started(): Promise<void>;
  /** Runs a command, and resolves to its exit code and output as one text. */
  run(command: (env: NodeJS.ProcessEnv) => Promise<number>): Promise<string>;
}

/** Call this at the top of a test file. */
export function withStandInPulumi(): StandInPulumi {
  const { PATH } = process.env;
  const self: StandInPulumi = {
    folder: "",
    path: (file) => join(self.folder, file),
    write: (file, text) => writeFileIn(self.folder, file, text),
    read: (file) => readFileSync(self.path(file), "utf8"),
    replacePulumi: (shell) => self.replaceWholePulumi(`${version}\n${shell}`),
    replaceWholePulumi(shell) {
      const script = `#!/bin/sh\necho "$@" >> "${self.folder}/calls"\n${shell}\n`;
      writeFileIn(self.folder, "pulumi", script, 0o755);
    },
    calls: () => self.read("calls"),
    started: () => until(() => existsSync(self.path("started"))),
    run: (command) => printedBy(() => command(process.env)),
  };
  beforeEach(() => {
    self.folder = temporaryFolder();
    self.write("Pulumi.yaml", "name: test\nruntime: nodejs\n");
    process.env.PATH = `${self.folder}:${PATH}`;
  });
  afterEach(() => {
    process.env.PATH = PATH;
    jest.restoreAllMocks();
  });
  afterAll(removeTemporaryFolders);
  return self;
}

/** Signals that a test can send to a command. */
export function stopSignals(): StopSignals & { send(): void } {
  const requested = new AbortController();
  return {
    requested: requested.signal,
    engineTimeout: new AbortController().signal,
    send: () => requested.abort(new Error("stopped by SIGTERM")),
  };
}

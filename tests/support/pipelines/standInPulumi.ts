import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, afterEach, beforeEach, jest } from "@jest/globals";
import type { StopSignals } from "../../../cli/shared/stop";
import { removeTemporaryFolders, temporaryFolder } from "../project";
import { printedBy } from "./printed";

/** What `pulumi version` prints in a command that stands in for the CLI. */
const version = 'if [ "$1" = version ]; then echo v3.259.0; exit; fi';

/** A folder with a Pulumi project and a command in the place of the Pulumi CLI. */
export interface StandInPulumi {
  /** A new one for each test. */
  folder: string;
  path(file: string): string;
  write(file: string, text: string): void;
  read(file: string): string;
  /** The shell script that stands in for the CLI; it answers `pulumi version` as a supported one. */
  replacePulumi(shell: string): void;
  /** The same, which also answers `pulumi version`. */
  replaceWholePulumi(shell: string): void;
  /** The commands that it was called with, one a line. */
  calls(): string;
  /** Runs a command; resolves to its exit code and what it printed, as one text. */
  run(command: (env: NodeJS.ProcessEnv) => Promise<number>): Promise<string>;
}

/** To be called at the top of a test file. */
export function withStandInPulumi(): StandInPulumi {
  const { PATH } = process.env;
  const self: StandInPulumi = {
    folder: "",
    path: (file) => join(self.folder, file),
    write(file, text) {
      mkdirSync(dirname(self.path(file)), { recursive: true });
      writeFileSync(self.path(file), text);
    },
    read: (file) => readFileSync(self.path(file), "utf8"),
    replacePulumi: (shell) => self.replaceWholePulumi(`${version}\n${shell}`),
    replaceWholePulumi(shell) {
      self.write("pulumi", `#!/bin/sh\necho "$@" >> "${self.folder}/calls"\n${shell}\n`);
      chmodSync(self.path("pulumi"), 0o755);
    },
    calls: () => self.read("calls"),
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

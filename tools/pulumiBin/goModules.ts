import { readFileSync } from "node:fs";
import path from "node:path";
import type { CommandResult } from "../process";
import { firstLine, type Job, log } from "./job";
import { findOnPath } from "./onPath";
import { progress } from "./progress";
import { runForJob } from "./run";
import { OLDEST_GO, PULUMI } from "./versions";

/** A folder with a go.mod. */
export interface GoModule {
  folder: string;
  /** The executable to build from each package. The package `tool` is the tool that go.mod names. */
  executables: Record<string, string>;
}

// With the version: a package that two modules need in one version is compiled once.
const PACKAGE = "-f={{.ImportPath}}@{{with .Module}}{{.Version}}{{end}}";

const DOWNLOADING = "go: downloading ";

// `-mod` and `-buildvcs` are explicit because the user's GOFLAGS may set other values.
const RESOLVE = ["-mod=readonly", "-tags=osusergo,grpcnotrace"];
// The flags of pulumi/pulumi's .goreleaser.yml. A CLI without a version skips its version checks.
const STAMP = `-X github.com/pulumi/pulumi/sdk/v3/go/common/version.Version=v${PULUMI}`;
/** Flags of `go build`. Builds with the same flags share compiled packages. */
export const BUILD = [...RESOLVE, "-buildvcs=false", "-trimpath", `-ldflags=-s -w ${STAMP}`];

/** Runs Go in a module's folder and passes on each line of stderr as it arrives. */
export type RunGo = (
  folder: string,
  args: string[],
  onStderrLine?: (line: string) => void,
) => Promise<CommandResult>;

/** Go on PATH, if it can build the module in this folder. */
export async function findGo(
  job: Job,
  folder: string,
): Promise<{ runGo: RunGo } | { reason: string }> {
  const go = findOnPath(job.platform === "win32" ? "go.exe" : "go", job.env);
  if (go === undefined) return { reason: "there is no go on PATH" };
  const env = { ...job.env, GOWORK: "off" };
  const runGo: RunGo = (cwd, args, onStderrLine = () => {}) =>
    runForJob(job, go, args, { env, cwd, onStderrLine });

  // Only Go knows whether it fits go.mod: GOTOOLCHAIN may let it download a newer toolchain.
  const probe = await runGo(folder, ["list", ...RESOLVE, "-m"], (line) => {
    if (line.startsWith(DOWNLOADING)) log(job, line);
  });
  if (probe.code === 0) return { runGo };
  return {
    reason: `${go} cannot build it (it needs Go ${OLDEST_GO}): ${firstLine(probe.stderr)}`,
  };
}

/** Downloads missing modules and builds all executables. */
export async function buildAll(job: Job, runGo: RunGo, modules: GoModule[]): Promise<void> {
  const packages = await downloadModules(job, runGo, modules);
  const compiling = progress(job.out, "Compiling Go packages", packages);
  for (const { folder, executables } of modules) {
    for (const [name, output] of Object.entries(executables)) {
      const args = ["build", ...BUILD, "-v", "-o", output, name];
      requireSuccess(
        await runGo(folder, args, compiling.step),
        `go build of ${path.basename(folder)}`,
      );
    }
  }
  compiling.end();
}

/** Downloads missing modules and returns the number of packages to compile. */
async function downloadModules(job: Job, runGo: RunGo, modules: GoModule[]): Promise<number> {
  const sums = modules.map(({ folder }) => readFileSync(path.join(folder, "go.sum"), "utf8"));
  const downloading = progress(job.out, "Downloading Go modules", countModules(sums.join("")));
  const packages = new Set<string>();
  for (const { folder, executables } of modules) {
    const args = ["list", ...RESOLVE, PACKAGE, "-deps", ...Object.keys(executables)];
    const result = await runGo(folder, args, (line) => {
      if (line.startsWith(DOWNLOADING)) downloading.step();
    });
    requireSuccess(result, `go list of ${path.basename(folder)}`);
    for (const line of result.stdout.trim().split("\n")) packages.add(line);
  }
  downloading.end();
  return packages.size;
}

/** go.sum has one line for a module's content, and another for its go.mod, which is not counted. */
function countModules(goSum: string): number {
  return goSum.split("\n").filter((line) => line !== "" && !line.includes("/go.mod ")).length;
}

function requireSuccess(result: CommandResult, what: string): void {
  if (result.code === 0) return;
  // `-v` prints one package a line. Error lines have a space or a colon, package names have neither.
  const errors = result.stderr
    .split("\n")
    .filter((line) => / |:/.test(line) && !line.startsWith(DOWNLOADING));
  const lastErrors = errors.slice(-5).join("\n    ");
  throw new Error(`${what} ended with code ${result.code}: ${lastErrors}`);
}

import { chmodSync, copyFileSync, mkdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { CommandResult } from "../process";
import { fillTarget } from "./cache";
import { firstLine, type Job, log, type Outcome } from "./job";
import { executables, findOnPath } from "./onPath";
import { progress } from "./progress";
import { runForJob } from "./run";
import { OLDEST_GO, PULUMI, TOOLS } from "./versions";

/** Folders in tools/ with a Go module. Each module's tool becomes the executable of that name. */
const MODULES = ["pulumi", "pulumi-language-nodejs"];

// With the version: a package that both modules need in one version is compiled once.
const PACKAGE = "-f={{.ImportPath}}@{{with .Module}}{{.Version}}{{end}}";

const DOWNLOADING = "go: downloading ";

// `-mod` and `-buildvcs` are explicit because the user's GOFLAGS may set other values.
const RESOLVE = ["-mod=readonly", "-tags=osusergo,grpcnotrace"];
// The flags of pulumi/pulumi's .goreleaser.yml. A CLI without a version skips its version checks.
const STAMP = `-X github.com/pulumi/pulumi/sdk/v3/go/common/version.Version=v${PULUMI}`;
const BUILD = [...RESOLVE, "-buildvcs=false", "-trimpath", `-ldflags=-s -w ${STAMP}`, "-v"];

/** Runs Go in one of the modules and passes on each line of stderr as it arrives. */
type RunGo = (
  module: string,
  args: string[],
  onStderrLine?: (line: string) => void,
) => Promise<CommandResult>;

/** Builds the CLI from Pulumi's published Go modules. */
export async function builtWithGo(job: Job): Promise<Outcome> {
  const go = findOnPath(job.platform === "win32" ? "go.exe" : "go", job.env);
  if (go === undefined) return { reason: "there is no go on PATH" };
  const env = { ...job.env, GOWORK: "off" };
  const runGo: RunGo = (module, args, onStderrLine = () => {}) =>
    runForJob(job, go, args, { env, cwd: path.join(TOOLS, module), onStderrLine });

  // Only Go knows whether it fits go.mod: GOTOOLCHAIN may let it download a newer toolchain.
  const probe = await runGo("pulumi", ["list", ...RESOLVE, "-m"], (line) => {
    if (line.startsWith(DOWNLOADING)) log(job, line);
  });
  if (probe.code !== 0) {
    return {
      reason: `${go} cannot build it (it needs Go ${OLDEST_GO}): ${firstLine(probe.stderr)}`,
    };
  }

  log(job, `No ready-made Pulumi CLI is available. Building ${PULUMI} with Go.`);
  log(job, `This takes 3 to 5 minutes on two cores, once. The result is kept in ${job.target}`);
  const folder = await fillTarget(job, (temporary) => build(job, runGo, temporary));
  return { folder };
}

/** Builds all executables below `temporary` and returns their folder. */
async function build(job: Job, runGo: RunGo, temporary: string): Promise<string> {
  const packages = await downloadModules(job, runGo);
  const bin = path.join(temporary, "bin");
  mkdirSync(bin);
  const compiling = progress(job.out, "Compiling Go packages", packages);
  for (const [index, module] of MODULES.entries()) {
    const output = path.join(bin, executables(job.platform)[index] ?? module);
    const args = ["build", ...BUILD, "-o", output, "tool"];
    requireSuccess(await runGo(module, args, compiling.step), `go build of ${module}`);
  }
  compiling.end();
  copyWrapper(bin, job.platform);
  return bin;
}

/** Downloads missing modules and returns the number of packages to compile. */
async function downloadModules(job: Job, runGo: RunGo): Promise<number> {
  const sums = MODULES.map((name) => readFileSync(path.join(TOOLS, name, "go.sum"), "utf8"));
  const downloading = progress(job.out, "Downloading Go modules", countModules(sums.join("")));
  const packages = new Set<string>();
  for (const module of MODULES) {
    const args = ["list", ...RESOLVE, PACKAGE, "-deps", "tool"];
    const result = await runGo(module, args, (line) => {
      if (line.startsWith(DOWNLOADING)) downloading.step();
    });
    requireSuccess(result, `go list of ${module}`);
    for (const line of result.stdout.trim().split("\n")) packages.add(line);
  }
  downloading.end();
  return packages.size;
}

/** go.sum has one line for a module's content, and another for its go.mod, which is not counted. */
export function countModules(goSum: string): number {
  return goSum.split("\n").filter((line) => line !== "" && !line.includes("/go.mod ")).length;
}

function copyWrapper(bin: string, platform: NodeJS.Platform): void {
  const sdk = path.dirname(require.resolve("@pulumi/pulumi/package.json"));
  const wrapper = "pulumi-resource-pulumi-nodejs";
  for (const name of platform === "win32" ? [wrapper, `${wrapper}.cmd`] : [wrapper]) {
    copyFileSync(path.join(sdk, name), path.join(bin, name));
    chmodSync(path.join(bin, name), 0o755);
  }
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

import { chmodSync, copyFileSync, mkdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fillTarget } from "./cache";
import { firstLine, type Job, type Outcome, say } from "./job";
import { executables, findOnPath } from "./onPath";
import { progress } from "./progress";
import { type Ran, run } from "./run";
import { OLDEST_GO, PULUMI, TOOLS } from "./versions";

/** Each names a folder in tools/ with a Go module, and the executable that its tool becomes. */
const MODULES = ["pulumi", "pulumi-language-nodejs"];

// One package in one version is compiled once, even if both modules need it.
const PACKAGE = "-f={{.ImportPath}}@{{with .Module}}{{.Version}}{{end}}";

const DOWNLOADING = "go: downloading ";

// `-mod` and `-buildvcs` are spelled out because a GOFLAGS of the user's may say otherwise.
const RESOLVE = ["-mod=readonly", "-tags=osusergo,grpcnotrace"];
// The flags of pulumi/pulumi's .goreleaser.yml. An unstamped CLI skips its version checks.
const STAMP = `-X github.com/pulumi/pulumi/sdk/v3/go/common/version.Version=v${PULUMI}`;
const BUILD = [...RESOLVE, "-buildvcs=false", "-trimpath", `-ldflags=-s -w ${STAMP}`, "-v"];

/** Builds the CLI from Pulumi's published Go modules. */
export async function builtWithGo(job: Job): Promise<Outcome> {
  const go = findOnPath(job.platform === "win32" ? "go.exe" : "go", job.env);
  if (go === undefined) return { reason: "there is no go on PATH" };
  const env = { ...job.env, GOWORK: "off" };
  const inModule = (name: string, args: string[], onErrorLine?: (line: string) => void) =>
    run(go, args, {
      env,
      signal: job.signal,
      cwd: path.join(TOOLS, name),
      ...(onErrorLine && { onErrorLine }),
    });

  // Go itself knows whether it, or a toolchain that GOTOOLCHAIN lets it fetch, fits go.mod.
  const probe = await inModule("pulumi", ["list", ...RESOLVE, "-m"], (line) => {
    if (line.startsWith(DOWNLOADING)) say(job, line);
  });
  if (probe.code !== 0) {
    return {
      reason: `${go} cannot build it (it needs Go ${OLDEST_GO}): ${firstLine(probe.stderr)}`,
    };
  }

  say(job, `Building the Pulumi CLI ${PULUMI} with Go, as no ready one could be had.`);
  say(job, `This takes 3 to 5 minutes on two cores, once. It is kept in ${job.target}`);
  const folder = await fillTarget(job, async (temporary) => {
    const packages = await resolve();
    const bin = path.join(temporary, "bin");
    mkdirSync(bin);
    const compiling = progress(job.out, "Compiling Go packages", packages);
    for (const [index, name] of MODULES.entries()) {
      const output = path.join(bin, executables(job.platform)[index] ?? name);
      const args = ["build", ...BUILD, "-o", output, "tool"];
      mustWork(await inModule(name, args, compiling.step), `go build of ${name}`);
    }
    compiling.end();
    copyWrapper(bin, job.platform);
    return bin;
  });
  return { folder };

  /** Downloads what is missing, and answers how many packages there are to compile. */
  async function resolve(): Promise<number> {
    const sums = MODULES.map((name) => readFileSync(path.join(TOOLS, name, "go.sum"), "utf8"));
    const downloading = progress(job.out, "Downloading Go modules", countModules(sums.join("")));
    const packages = new Set<string>();
    for (const name of MODULES) {
      const listed = await inModule(
        name,
        ["list", ...RESOLVE, PACKAGE, "-deps", "tool"],
        (line) => {
          if (line.startsWith(DOWNLOADING)) downloading.step();
        },
      );
      mustWork(listed, `go list of ${name}`);
      for (const line of listed.stdout.trim().split("\n")) packages.add(line);
    }
    downloading.end();
    return packages.size;
  }
}

/** go.sum has a line for each module's content, and one more for its go.mod alone. */
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

function mustWork(ran: Ran, what: string): void {
  if (ran.code === 0) return;
  const errors = ran.stderr.split("\n").filter((line) => / |:/.test(line));
  const said = errors.filter((line) => !line.startsWith(DOWNLOADING)).slice(-5);
  throw new Error(`${what} ended with code ${ran.code}: ${said.join("\n    ")}`);
}

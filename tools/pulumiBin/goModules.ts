import { chmodSync, copyFileSync, mkdirSync } from "node:fs";
import path from "node:path";
import type { CommandResult } from "../process";
import { fillTarget } from "./cache";
import { firstLine, type Job, log, type Outcome, runForJob } from "./job";
import { findOnPath } from "./onPath";
import { OLDEST_GO, PULUMI, TOOLS } from "./versions";

// `-mod` and `-buildvcs` are explicit because the user's GOFLAGS may set other values.
const RESOLVE = ["-mod=readonly", "-tags=osusergo,grpcnotrace"];
// Pulumi's own releases set this flag (.goreleaser.yml). A CLI without a version skips its version checks.
const STAMP = `-X github.com/pulumi/pulumi/sdk/v3/go/common/version.Version=v${PULUMI}`;
/** The flags of every `go build`. Builds with the same flags share compiled packages. */
export const BUILD = [...RESOLVE, "-buildvcs=false", "-trimpath", `-ldflags=-s -w ${STAMP}`];

export type RunGo = (folder: string, args: string[]) => Promise<CommandResult>;

/** Go on PATH, if it can build the module in this folder. */
export async function findGo(
  job: Job,
  folder: string,
): Promise<{ runGo: RunGo } | { reason: string }> {
  const go = findOnPath("go", job.env);
  if (go === undefined) return { reason: "go isn't on PATH" };
  const env = { ...job.env, GOWORK: "off" };
  const runGo: RunGo = (cwd, args) => runForJob(job, go, args, { env, cwd });

  // Only Go knows whether it fits go.mod, because GOTOOLCHAIN may let it download a newer toolchain.
  const probe = await runGo(folder, ["list", ...RESOLVE, "-m"]);
  if (probe.code === 0) return { runGo };
  return {
    reason: `${go} is too old, because the build needs Go ${OLDEST_GO} (${firstLine(probe.stderr)})`,
  };
}

/** Builds an executable from a package of a module. `tool` is the package of go.mod's `tool` line. */
export async function goBuild(
  runGo: RunGo,
  folder: string,
  executable: string,
  name = "tool",
): Promise<void> {
  const { code, stderr } = await runGo(folder, ["build", ...BUILD, "-o", executable, name]);
  if (code === 0) return;
  const errors = stderr.split("\n").filter((line) => line && !line.startsWith("go: downloading "));
  const lastErrors = errors.slice(-5).join("\n    ");
  throw new Error(
    `go build of ${path.basename(folder)} ended with exit code ${code}: ${lastErrors}`,
  );
}

export async function builtWithGo(job: Job): Promise<Outcome> {
  const go = await findGo(job, path.join(TOOLS, "pulumi"));
  if ("reason" in go) return go;

  log(job, `Building the Pulumi CLI ${PULUMI} with Go, because there is no ready-made one.`);
  log(job, `This takes 3 to 5 minutes on two cores. Later runs use the result in ${job.target}`);
  const folder = await fillTarget(job, async (temporary) => {
    const bin = path.join(temporary, "bin");
    mkdirSync(bin);
    // These folders in tools/ have a Go module, whose tool becomes the executable with the folder's name.
    for (const name of ["pulumi", "pulumi-language-nodejs"]) {
      await goBuild(go.runGo, path.join(TOOLS, name), path.join(bin, name));
    }
    const sdk = path.dirname(require.resolve("@pulumi/pulumi/package.json"));
    const wrapper = path.join(bin, "pulumi-resource-pulumi-nodejs");
    copyFileSync(path.join(sdk, path.basename(wrapper)), wrapper);
    chmodSync(wrapper, 0o755);
    return bin;
  });
  return { folder };
}

import { spawn } from "node:child_process";
import { mkdirSync, readdirSync, statSync } from "node:fs";
import path from "node:path";
import { fillTarget } from "./cache";
import { type Job, log, type Outcome } from "./job";
import { PULUMI, TOOLS } from "./versions";

/**
 * `PulumiCommand.install` has no time limit and cannot be stopped, and it starts a shell that starts
 * curl. So it runs in a separate process group. The group kills itself when its stdin closes: either
 * this process closes it, or this process was killed.
 */
const INSTALL = `
process.stdin.resume().on("close", () => {
  process.kill(-process.pid, "SIGKILL");
});
const [version, root] = process.argv.slice(1);
const { PulumiCommand } = require("@pulumi/pulumi/automation");
const { SemVer } = require(require.resolve("semver", { paths: [require.resolve("@pulumi/pulumi")] }));
PulumiCommand.install({ version: new SemVer(version), root }).then(
  () => process.exit(0),
  (error) => { console.error(error.message); process.exit(1); },
);`;

/**
 * Downloads the official release with the installer of Pulumi's Automation API. Gives up when no
 * byte has arrived for `stallLimitMs`.
 */
export async function installed(
  job: Job,
  script: string = INSTALL,
  stallLimitMs = 60_000,
): Promise<Outcome> {
  log(job, `Downloading the Pulumi CLI ${PULUMI} with Pulumi's installer. This happens once.`);
  try {
    const fill = (folder: string) => install(job, folder, script, stallLimitMs);
    return { folder: await fillTarget(job, fill) };
  } catch (error) {
    job.signal.throwIfAborted();
    // The installer reports the whole output of a failed script: shortened, but not to its first line.
    const reason = (error as Error).message.replace(/\s+/g, " ").trim().slice(0, 300);
    log(job, `Pulumi's installer failed: ${reason}`);
    return { reason };
  }
}

function install(job: Job, folder: string, script: string, stallLimitMs: number): Promise<string> {
  const root = path.join(folder, "root");
  const downloads = path.join(folder, "downloads");
  mkdirSync(downloads);
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ["-e", script, PULUMI, root], {
      cwd: path.dirname(TOOLS),
      env: { ...job.env, TMPDIR: downloads },
      stdio: ["pipe", "ignore", "pipe"],
      detached: true,
    });
    let message = "";
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      message += text;
    });
    const stop = (): void => void child.stdin.destroy();
    const stopWatching = watchForStall(folder, stallLimitMs, () => {
      message = `no data arrived for ${stallLimitMs / 1000} seconds`;
      stop();
    });
    job.signal.addEventListener("abort", stop, { once: true });
    child.on("error", reject);
    child.on("close", (code) => {
      stopWatching();
      job.signal.removeEventListener("abort", stop);
      if (code === 0) resolve(path.join(root, "bin"));
      else reject(new Error(message || `exit code ${code}`));
    });
  });
}

/** A slow download may take any time. It has failed when its files stop growing. */
function watchForStall(folder: string, stallLimitMs: number, onStall: () => void) {
  let bytes = 0;
  let since = Date.now();
  const timer = setInterval(
    () => {
      const now = sizeOf(folder);
      if (now !== bytes) {
        bytes = now;
        since = Date.now();
      } else if (Date.now() - since >= stallLimitMs) {
        clearInterval(timer);
        onStall();
      }
    },
    Math.min(1000, stallLimitMs),
  );
  return () => clearInterval(timer);
}

function sizeOf(folder: string): number {
  let bytes = 0;
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name);
    if (entry.isFile()) bytes += statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  }
  return bytes;
}

import { spawn } from "node:child_process";
import { mkdirSync, readdirSync, statSync } from "node:fs";
import path from "node:path";
import { fillTarget } from "./cache";
import { type Job, type Outcome, say } from "./job";
import { PULUMI, TOOLS } from "./versions";

/**
 * `PulumiCommand.install` can be neither bounded nor stopped, and it starts a shell that starts
 * curl. So it runs in a process group of its own, which ends itself when its stdin closes: when
 * this process wants it, and also when this process is killed.
 */
const INSTALL = `
process.stdin.resume().on("close", () => {
  if (process.platform === "win32") process.exit(1);
  process.kill(-process.pid, "SIGKILL");
});
const [version, root] = process.argv.slice(1);
const { PulumiCommand } = require("@pulumi/pulumi/automation");
const { SemVer } = require(require.resolve("semver", { paths: [require.resolve("@pulumi/pulumi")] }));
PulumiCommand.install({ version: new SemVer(version), root }).then(
  () => process.exit(0),
  (error) => { console.error(error.message); process.exit(1); },
);`;

/** Gets the official release through the installer of Pulumi's Automation API. */
export async function installed(
  job: Job,
  script: string = INSTALL,
  patience = 60_000,
): Promise<Outcome> {
  say(job, `Getting the Pulumi CLI ${PULUMI} with Pulumi's own installer, once.`);
  try {
    return { folder: await fillTarget(job, (folder) => install(job, folder, script, patience)) };
  } catch (error) {
    job.signal.throwIfAborted();
    const reason = oneLine(error instanceof Error ? error.message : String(error));
    say(job, `Pulumi's installer did not get it: ${reason}`);
    return { reason };
  }
}

/** A failing shell script is reported with its whole output, and the cause may stand anywhere. */
function oneLine(message: string): string {
  return message.replace(/\s+/g, " ").trim().slice(0, 300);
}

function install(job: Job, folder: string, script: string, patience: number): Promise<string> {
  const root = path.join(folder, "root");
  const downloads = path.join(folder, "downloads");
  mkdirSync(downloads);
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ["-e", script, PULUMI, root], {
      cwd: path.dirname(TOOLS),
      env: { ...job.env, TMPDIR: downloads, TEMP: downloads, TMP: downloads },
      stdio: ["pipe", "ignore", "pipe"],
      detached: job.platform !== "win32",
      windowsHide: true,
    });
    let message = "";
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      message += text;
    });
    const stop = (): void => void child.stdin.destroy();
    const stopWatching = watchForStandstill(folder, patience, () => {
      message = `nothing arrived for ${patience / 1000} seconds`;
      stop();
    });
    job.signal.addEventListener("abort", stop, { once: true });
    child.on("error", reject);
    child.on("close", (code) => {
      stopWatching();
      job.signal.removeEventListener("abort", stop);
      if (code === 0) resolve(path.join(root, "bin"));
      else reject(new Error(message || `it ended with code ${code}`));
    });
  });
}

/** A slow download may take long; one whose files stop growing has failed. */
function watchForStandstill(folder: string, patience: number, onStandstill: () => void) {
  let bytes = 0;
  let since = Date.now();
  const timer = setInterval(
    () => {
      const now = sizeOf(folder);
      if (now !== bytes) {
        bytes = now;
        since = Date.now();
      } else if (Date.now() - since >= patience) {
        clearInterval(timer);
        onStandstill();
      }
    },
    Math.min(1000, patience),
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

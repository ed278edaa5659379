import { mkdirSync } from "node:fs";
import path from "node:path";
import { extract } from "tar";
import { fillTarget } from "./cache";
import { firstLine, type Job, log, type Outcome, runForJob } from "./job";
import { findOnPath } from "./onPath";
import { PULUMI } from "./versions";

// Pulumi's own installer downloads from here: https://get.pulumi.com/install.sh.
const RELEASE = `https://get.pulumi.com/releases/sdk/pulumi-v${PULUMI}-${process.platform}-${process.arch}.tar.gz`;

/** A download may be slow. It fails only if no byte arrives for a minute. */
const LIMITS = ["--connect-timeout", "60", "--speed-limit", "1", "--speed-time", "60"];

export async function downloaded(job: Job): Promise<Outcome> {
  const curl = findOnPath("curl", job.env);
  if (curl === undefined) return { reason: "curl isn't on PATH" };
  log(job, `Downloading the Pulumi CLI ${PULUMI}. Later runs use it in ${job.target}`);
  try {
    return { folder: await fillTarget(job, (folder) => install(job, curl, folder)) };
  } catch (error) {
    job.signal.throwIfAborted();
    const { message: reason } = error as Error;
    log(job, `The download failed: ${reason}`);
    return { reason };
  }
}

async function install(job: Job, curl: string, folder: string): Promise<string> {
  const file = path.join(folder, "pulumi.tar.gz");
  const options = ["--fail", "--silent", "--show-error", "--location", ...LIMITS];
  const { code, stderr } = await runForJob(job, curl, [...options, "--output", file, RELEASE]);
  if (code !== 0) throw new Error(firstLine(stderr) || `curl ended with exit code ${code}`);
  const bin = path.join(folder, "bin");
  mkdirSync(bin);
  await extract({ file, cwd: bin, strip: 1 });
  return bin;
}

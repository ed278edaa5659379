import { mkdirSync } from "node:fs";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { extract } from "tar";
import { fillTarget } from "./cache";
import { type Job, log, type Outcome } from "./job";
import { PULUMI } from "./versions";

// Pulumi's own installer downloads from here: https://get.pulumi.com/install.sh.
const RELEASE = `https://get.pulumi.com/releases/sdk/pulumi-v${PULUMI}-${process.platform}-${process.arch}.tar.gz`;

export async function downloaded(job: Job): Promise<Outcome> {
  log(job, `Downloading the Pulumi CLI ${PULUMI}. Later runs use it in ${job.target}`);
  try {
    return { folder: await fillTarget(job, (folder) => install(job, folder)) };
  } catch (error) {
    job.signal.throwIfAborted();
    const { message, cause } = error as Error;
    const reason = cause instanceof Error ? `${message}: ${cause.message}` : message;
    log(job, `The download failed: ${reason}`);
    return { reason };
  }
}

async function install({ signal }: Job, folder: string): Promise<string> {
  const { ok, status, body } = await fetch(RELEASE, { signal });
  if (!ok || body === null) throw new Error(`${RELEASE}: status ${status}`);
  const bin = path.join(folder, "bin");
  mkdirSync(bin);
  await pipeline(Readable.fromWeb(body), extract({ cwd: bin, strip: 1 }), { signal });
  return bin;
}

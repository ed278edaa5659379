import { mkdirSync } from "node:fs";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { extract } from "tar";
import { fillTarget } from "./cache";
import { builtWithGo } from "./goModules";
import { type Job, log, newJob, type Outcome, printFolders, type Way } from "./job";
import { holdsAll, pulumiOnPath } from "./onPath";
import { OLDEST_GO, OLDEST_PULUMI, PULUMI } from "./versions";

// Pulumi's own installer downloads from here: https://get.pulumi.com/install.sh.
const RELEASE = `https://get.pulumi.com/releases/sdk/pulumi-v${PULUMI}-${process.platform}-${process.arch}.tar.gz`;

async function download(job: Job): Promise<Outcome> {
  log(job, `Downloading the Pulumi CLI ${PULUMI}. Later runs use it in ${job.target}`);
  try {
    return { folder: await fillTarget(job, install) };
  } catch (error) {
    const { message, cause } = error as Error;
    const reason = cause instanceof Error ? `${message}: ${cause.message}` : message;
    log(job, `The download failed: ${reason}`);
    return { reason };
  }
}

async function install(folder: string): Promise<string> {
  const { ok, status, body } = await fetch(RELEASE);
  if (!ok || body === null) throw new Error(`${RELEASE}: status ${status}`);
  const bin = path.join(folder, "bin");
  mkdirSync(bin);
  await pipeline(Readable.fromWeb(body), extract({ cwd: bin, strip: 1 }));
  return bin;
}

const ways: Record<string, Way> = {
  "on PATH": pulumiOnPath,
  "in the cache": async ({ target }) =>
    holdsAll(target) ? { folder: target } : { reason: `there is no complete CLI in ${target}` },
  "from Pulumi's releases": download,
  "built with Go": builtWithGo,
};

/**
 * Returns the folder that holds `pulumi`, `pulumi-language-nodejs` and
 * `pulumi-resource-pulumi-nodejs`. Tries four ways in this order, and uses the first that works.
 */
export async function pulumiBin(given: Partial<Job> = {}): Promise<string> {
  const job = newJob(given, `pulumi-${PULUMI}`);
  const reasons: string[] = [];
  for (const [name, way] of Object.entries(ways)) {
    const outcome = await way(job).catch(({ message }: Error) => ({ reason: message }));
    if ("folder" in outcome) return outcome.folder;
    reasons.push(`  ${name}: ${outcome.reason}`);
  }
  throw new Error(
    [
      "Can't find or install the Pulumi CLI:",
      ...reasons,
      `Install the Pulumi CLI ${OLDEST_PULUMI} or newer, and run the command again:`,
      "  https://www.pulumi.com/docs/install/",
      `If you can't download the CLI, install Go ${OLDEST_GO} or newer, which builds it from source:`,
      "  https://go.dev/dl/",
    ].join("\n"),
  );
}

if (require.main === module) void printFolders(async () => [await pulumiBin()]);

import { downloaded } from "./download";
import { builtWithGo } from "./goModules";
import { type Job, newJob, printFolders, type Way } from "./job";
import { holdsAll, pulumiOnPath } from "./onPath";
import { OLDEST_GO, OLDEST_PULUMI, PULUMI } from "./versions";

const ways: Record<string, Way> = {
  "on PATH": pulumiOnPath,
  "in the cache": async ({ target }) =>
    holdsAll(target) ? { folder: target } : { reason: `${target} has no complete CLI` },
  "from Pulumi's releases": downloaded,
  "built with Go": builtWithGo,
};

/**
 * Returns the folder that holds `pulumi`, `pulumi-language-nodejs` and
 * `pulumi-resource-pulumi-nodejs`. Tries four ways to get them, in this order, and uses the first
 * that works.
 */
export async function pulumiBin(given: Partial<Job> = {}): Promise<string> {
  const job = newJob(given, `pulumi-${PULUMI}`);
  const reasons: string[] = [];
  for (const [name, way] of Object.entries(ways)) {
    const outcome = await way(job).catch((error: Error) => {
      job.signal.throwIfAborted();
      return { reason: error.message };
    });
    if ("folder" in outcome) return outcome.folder;
    reasons.push(`  ${name}: ${outcome.reason}`);
  }
  throw new Error(
    [
      "The Pulumi CLI is required, and every way to get it failed:",
      ...reasons,
      "Install one of these and run the command again:",
      `  the Pulumi CLI ${OLDEST_PULUMI} or newer: https://www.pulumi.com/docs/install/`,
      `  Go ${OLDEST_GO} or newer, to build the CLI from source: https://go.dev/dl/`,
    ].join("\n"),
  );
}

if (require.main === module) void printFolders(async (given) => [await pulumiBin(given)]);

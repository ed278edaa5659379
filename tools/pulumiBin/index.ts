import { downloaded } from "./download";
import { builtWithGo } from "./goModules";
import { type Job, newJob, printFolders, type Way } from "./job";
import { holdsAll, pulumiOnPath } from "./onPath";
import { OLDEST_GO, OLDEST_PULUMI, PULUMI } from "./versions";

const ways: Record<string, Way> = {
  "on PATH": pulumiOnPath,
  "in the cache": async ({ target }) =>
    holdsAll(target) ? { folder: target } : { reason: `there is no complete CLI in ${target}` },
  "from Pulumi's releases": downloaded,
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
    const outcome = await way(job).catch((error: Error) => {
      job.signal.throwIfAborted();
      return { reason: error.message };
    });
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

if (require.main === module) void printFolders(async (given) => [await pulumiBin(given)]);

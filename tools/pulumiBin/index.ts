import { cached, cacheFolder } from "./cache";
import { builtWithGo } from "./goBuild";
import { installed } from "./installer";
import type { Job, Way } from "./job";
import { pulumiOnPath } from "./onPath";
import { OLDEST_GO, OLDEST_PULUMI } from "./versions";

export interface Ways {
  "on PATH": Way;
  "in the cache": Way;
  "with Pulumi's installer": Way;
  "built with Go": Way;
}

export const WAYS: Ways = {
  "on PATH": pulumiOnPath,
  "in the cache": cached,
  "with Pulumi's installer": (job) => installed(job),
  "built with Go": builtWithGo,
};

/**
 * Returns the folder that holds `pulumi`, `pulumi-language-nodejs` and
 * `pulumi-resource-pulumi-nodejs`. Tries four ways to get them, in this order, and uses the first
 * that works.
 */
export async function pulumiBin(given: Partial<Job> = {}, ways: Ways = WAYS): Promise<string> {
  const env = given.env ?? process.env;
  const platform = given.platform ?? process.platform;
  const job: Job = {
    env,
    platform,
    target: given.target ?? cacheFolder(platform, env),
    out: given.out ?? process.stderr,
    signal: given.signal ?? new AbortController().signal,
  };
  const reasons: string[] = [];
  for (const [name, way] of Object.entries(ways) as [string, Way][]) {
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

async function main(): Promise<void> {
  const stop = new AbortController();
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.once(name, () =>
      stop.abort(new Error(`Stopped by ${name}. No partial download was kept.`)),
    );
  }
  try {
    process.stdout.write(`${await pulumiBin({ signal: stop.signal })}\n`);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    process.exitCode = 1;
  }
}

if (require.main === module) void main();

import { cacheFolder } from "../pulumiBin/cache";
import type { Job } from "../pulumiBin/job";
import { languageHosts } from "./hosts";
import { PYTHON, pythonEnvironment } from "./python";
import { sourcesHash } from "./sourcesHash";

export interface Languages {
  /** The folder of the language hosts for YAML, Python and Go, and of the SDK generators for .NET and Java. */
  hosts: string;
  /** A Python environment with the package `pulumi`. */
  python: string;
}

/** Gets what the tests of other languages than TypeScript need, or finds it in the cache of the user. */
export async function languages(given: Partial<Job> = {}): Promise<Languages> {
  const env = given.env ?? process.env;
  const platform = given.platform ?? process.platform;
  const jobFor = (name: string): Job => ({
    env,
    platform,
    target: cacheFolder(platform, env, undefined, name),
    out: given.out ?? process.stderr,
    signal: given.signal ?? new AbortController().signal,
  });
  return {
    hosts: await languageHosts(jobFor(`language-hosts-${sourcesHash(__dirname)}`)),
    python: await pythonEnvironment(jobFor(`python-${PYTHON}`)),
  };
}

async function main(): Promise<void> {
  const stop = new AbortController();
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.once(name, () =>
      stop.abort(new Error(`Stopped by ${name}. No partial download was kept.`)),
    );
  }
  try {
    const { hosts, python } = await languages({ signal: stop.signal });
    process.stdout.write(`${hosts}\n${python}\n`);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    process.exitCode = 1;
  }
}

if (require.main === module) void main();

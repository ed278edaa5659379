import { type Job, newJob, printFolders } from "../pulumiBin/job";
import { languageHosts, sourcesHash } from "./hosts";
import { PYTHON, pythonEnvironment } from "./python";

export interface Languages {
  /** The folder of the language hosts for YAML, Python and Go, and of SDK generators for .NET and Java. */
  hosts: string;
  /** A Python environment with the package `pulumi`. */
  python: string;
}

/** Gets what the tests of languages other than TypeScript need, or finds it in the user's cache. */
export const languages = async (given: Partial<Job> = {}): Promise<Languages> => ({
  hosts: await languageHosts(newJob(given, `language-hosts-${sourcesHash(__dirname)}`)),
  python: await pythonEnvironment(newJob(given, `python-${PYTHON}`)),
});

if (require.main === module) {
  void printFolders(async () => Object.values(await languages()));
}

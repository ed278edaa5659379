import { copyFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { withTemporaryFolder } from "../../cli/shared/files";
import { version } from "../../package.json";
import { joinWords } from "../../provider/schema/wording";
import { shellWord } from "../../provider/shared/shellWord";
import { pluginPackage } from "../../provider/stateStrings";
import { languageHosts, sourcesHash } from "../languages/hosts";
import { archiveScript } from "../plugin/archive";
import { mustRun } from "../process";
import { pulumiBin } from "../pulumiBin";
import { cacheFolder, newJob } from "../pulumiBin/job";
import { findOnPath, isExecutable } from "../pulumiBin/onPath";
import { PULUMI } from "../pulumiBin/versions";

/**
 * Puts the package and the plugin where the projects of `pulumi new <clone>/templates/<language>` find
 * them. Releases will be on npm and GitHub instead.
 */

const root = join(__dirname, "..", "..");

/**
 * Pulumi copies the tarball into a project with the other files of the template. If the tarball is missing,
 * npm's message contains its name, which says what to run.
 */
const tarballName = "pulumi-auth0-native-run-make-templates.tgz";
const withTarball = ["typescript", "javascript"];

/** Packs the npm package into the clone, where the guides find it, and into its templates. */
async function packPackage(): Promise<void> {
  await mustRun("npm", ["pack"], { cwd: root });
  for (const language of withTarball) {
    const tarball = join(root, `pulumi-auth0-native-${version}.tgz`);
    copyFileSync(tarball, join(root, "templates", language, tarballName));
  }
}

/** Installs the plugin as Pulumi installs a release, and replaces an older build. */
async function installPlugin(temporary: string, env: NodeJS.ProcessEnv): Promise<void> {
  const os = process.platform === "win32" ? "windows" : (process.platform as "linux" | "darwin");
  const arch = process.arch === "arm64" ? "arm64" : "amd64";
  const file = join(temporary, await archiveScript({ os, arch }, temporary));
  const args = ["resource", pluginPackage, version, "--reinstall", "--file", file];
  await mustRun("pulumi", ["plugin", "install", ...args], { cwd: root, env });
}

/** The languages of the plugin, whose language hosts a CLI that was built from source lacks. */
const withHost = ["python", "go", "yaml"];
const languages = ["typescript", "javascript", ...withHost];

interface Setup {
  /** The folders that PATH lacks: the CLI's, and that of the language hosts. */
  folders: string[];
  hasHosts: boolean;
}

/** Finds or gets the CLI, and builds the language hosts if they are wanted and missing. */
async function setUp(wantsHosts: boolean): Promise<Setup> {
  const cli = await pulumiBin();
  if (cli !== cacheFolder(process.env, `pulumi-${PULUMI}`)) return { folders: [], hasHosts: true };
  const folders = [cli];
  const host = "pulumi-language-python";
  const isThere = isExecutable(join(cli, host)) || findOnPath(host, process.env) !== undefined;
  if (wantsHosts && !isThere) {
    const name = `language-hosts-${sourcesHash(join(root, "tools", "languages"))}`;
    folders.push(await languageHosts(newJob({}, name)));
  }
  const onPath = (process.env.PATH ?? "").split(delimiter);
  const missing = folders.filter((folder) => !onPath.includes(folder));
  return { folders: missing, hasHosts: wantsHosts || isThere };
}

/** What to run next, in the user's shell. */
export function nextSteps(clone: string, { folders, hasHosts }: Setup, language: string): string {
  const usable = hasHosts ? languages : languages.filter((one) => !withHost.includes(one));
  const others = usable.filter((one) => one !== language);
  return [
    "The templates are ready. In an empty folder, run:\n",
    ...(folders.length > 0 ? [`  export PATH=${shellWord(folders.join(delimiter))}:"$PATH"`] : []),
    `  pulumi new ${shellWord(join(clone, "templates", language))}`,
    `\nFor another language, replace ${language} with ${joinWords(others, "or")}.`,
    ...(hasHosts ? [] : ["For Python, Go, or YAML, first run `make templates languages=python`."]),
  ].join("\n");
}

async function main([language = "typescript"]: string[]): Promise<void> {
  if (!languages.includes(language)) {
    throw new Error(
      `There is no template in ${language}. Pass languages=${joinWords(withHost, "or")}.`,
    );
  }
  const setup = await setUp(withHost.includes(language));
  await packPackage();
  await withTemporaryFolder(async (temporary) => {
    const PATH = [...setup.folders, process.env.PATH].join(delimiter);
    await installPlugin(temporary, { ...process.env, PATH });
  });
  console.log(nextSteps(root, setup, language));
}

if (require.main === module) {
  main(process.argv.slice(2)).catch((error: Error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
}

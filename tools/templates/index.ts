import { copyFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { withTemporaryFolder } from "../../cli/shared/files";
import { version } from "../../package.json";
import { shellWord } from "../../provider/shared/shellWord";
import { pluginPackage } from "../../provider/stateContract";
import { languageHosts, sourcesHash } from "../languages/hosts";
import { archiveScript } from "../plugin/archive";
import { mustRun } from "../process";
import { pulumiBin } from "../pulumiBin";
import { cacheFolder, newJob } from "../pulumiBin/job";
import { isExecutable } from "../pulumiBin/onPath";
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

/** Packs the npm package into its templates. */
async function packPackage(temporary: string): Promise<void> {
  await mustRun("npm", ["pack", "--pack-destination", temporary], { cwd: root });
  for (const language of withTarball) {
    const tarball = join(temporary, `pulumi-auth0-native-${version}.tgz`);
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

/** The folders that PATH lacks, of the CLI and, if the CLI was built without language hosts, of those. */
async function missingFolders(): Promise<string[]> {
  const cli = await pulumiBin();
  if (cli !== cacheFolder(process.env, `pulumi-${PULUMI}`)) return [];
  const folders = [cli];
  if (!isExecutable(join(cli, "pulumi-language-python"))) {
    const name = `language-hosts-${sourcesHash(join(root, "tools", "languages"))}`;
    folders.push(await languageHosts(newJob({}, name)));
  }
  const onPath = (process.env.PATH ?? "").split(delimiter);
  return folders.filter((folder) => !onPath.includes(folder));
}

/** The commands for the user's shell, which put these folders first on PATH. */
export const commandsFor = (clone: string, folders: string[]): string[] => [
  ...(folders.length > 0 ? [`export PATH=${shellWord(folders.join(delimiter))}:"$PATH"`] : []),
  `pulumi new ${shellWord(join(clone, "templates", "typescript"))}`,
];

async function main(): Promise<void> {
  const folders = await missingFolders();
  await withTemporaryFolder(async (temporary) => {
    await packPackage(temporary);
    const PATH = [...folders, process.env.PATH].join(delimiter);
    await installPlugin(temporary, { ...process.env, PATH });
  });
  console.log("The templates are ready. In an empty folder, run:\n");
  for (const command of commandsFor(root, folders)) console.log(`  ${command}`);
  console.log("\nFor another language, replace typescript with javascript, python, go, or yaml.");
}

if (require.main === module) {
  main().catch((error: Error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
}

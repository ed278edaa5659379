import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { cacheFolder } from "../../../tools/pulumiBin/cache";
import { mustRun } from "../project";

/** Beside the Pulumi CLI in the user's cache, so that only the first run on a machine downloads. */
export const downloads = dirname(cacheFolder(process.platform, process.env));

const versions = { 20: "20.20.2", 22: "22.23.3" };

export type NodeMajor = keyof typeof versions;

/** The folder of an npm package with what it depends on, without running an install script. */
export async function npmPackage(name: string, version: string, folder = name): Promise<string> {
  const target = join(downloads, `${folder}-${version}`);
  if (!existsSync(target)) {
    mkdirSync(downloads, { recursive: true });
    const unfinished = mkdtempSync(join(downloads, ".unfinished-"));
    const words = [
      "install",
      "--prefix",
      unfinished,
      "--ignore-scripts",
      "--no-audit",
      "--no-fund",
    ];
    await mustRun("npm", [...words, `${name}@${version}`], unfinished);
    try {
      renameSync(unfinished, target);
    } catch (error) {
      // Another process was first.
      rmSync(unfinished, { recursive: true, force: true });
      if (!existsSync(target)) throw error;
    }
  }
  return join(target, "node_modules", name);
}

/** The folder of a `node`: the running one, else one that npm brings. */
export async function nodeBin(major: NodeMajor): Promise<string> {
  if (process.versions.node.startsWith(`${major}.`)) return dirname(process.execPath);
  const platform = process.platform === "win32" ? "win" : process.platform;
  const name = `node-${platform}-${process.arch}`;
  return join(await npmPackage(name, versions[major], "node"), "bin");
}

import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fillTarget } from "../../../tools/pulumiBin/cache";
import { cacheFolder } from "../../../tools/pulumiBin/job";
import { mustRun } from "../project";
import { type NodeMajor, nodeVersions } from "./versions";

/** The cache beside the Pulumi CLI, so that only the first run on a machine downloads. */
export const downloads = cacheFolder(process.env);

/** A folder of the cache, filled on the first use. */
export async function cachedFolder(
  name: string,
  fill: (folder: string) => Promise<unknown>,
): Promise<string> {
  const target = join(downloads, name);
  if (existsSync(target)) return target;
  const filled = async (folder: string) => {
    await fill(folder);
    return folder;
  };
  return fillTarget({ target }, filled, existsSync);
}

/** The folder of an npm package with its dependencies, installed without running install scripts. */
export async function npmPackage(name: string, version: string, folder = name): Promise<string> {
  const target = await cachedFolder(`${folder}-${version}`, (unfinished) => {
    const options = ["--ignore-scripts", "--no-audit", "--no-fund"];
    const args = ["install", "--prefix", unfinished, ...options, `${name}@${version}`];
    return mustRun("npm", args, unfinished);
  });
  return join(target, "node_modules", name);
}

/** The folder with `node`, which is the running one if it is of this line, or one from npm. */
export async function nodeBin(major: NodeMajor): Promise<string> {
  if (process.versions.node.startsWith(`${major}.`)) return dirname(process.execPath);
  const platform = process.platform === "win32" ? "win" : process.platform;
  const name = `node-${platform}-${process.arch}`;
  return join(await npmPackage(name, nodeVersions[major], "node"), "bin");
}

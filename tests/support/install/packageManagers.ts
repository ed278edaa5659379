import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { mustRun, root } from "../project";
import { cachedFolder, downloads } from "./downloads";
import { linkFolder } from "./linkedFolder";

const cache = (...path: string[]) => join(downloads, ...path);
const script = (...path: string[]) => join(root, "node_modules", ...path);

const commands = {
  npm: ["npm", "install", "--prefer-offline", "--no-audit", "--no-fund", "--cache", cache("npm")],
  pnpm: [
    ...["node", script("pnpm", "bin", "pnpm.cjs"), "install", "--prefer-offline"],
    ...["--store-dir", cache("pnpm", "store"), `--config.cache-dir=${cache("pnpm", "metadata")}`],
  ],
};

/** Installs the dependencies of a project's package.json with the manager's default settings. */
export async function install(
  manager: keyof typeof commands,
  project: string,
  env: NodeJS.ProcessEnv,
): Promise<void> {
  const [command, ...args] = commands[manager] as [string, ...string[]];
  await mustRun(command, args, project, env);
}

interface Manifest {
  dependencies: Record<string, string>;
  devDependencies?: Record<string, string>;
}

/** The environment of an `npm install` that a test's command runs. */
export const npmEnvironment = {
  npm_config_cache: cache("npm"),
  npm_config_prefer_offline: "true",
  npm_config_audit: "false",
  npm_config_fund: "false",
};

/**
 * Links a manifest's packages from the registry into a project. They are installed once on a machine and
 * then linked from the cache, so that npm adds only the tarball and its dependencies. npm copies 9,000
 * files for Pulumi and TypeScript, which takes most of an installation's CPU time. pnpm links files
 * from a store.
 */
export async function linkFromRegistry(
  { dependencies, devDependencies = {} }: Manifest,
  project: string,
  env: NodeJS.ProcessEnv,
): Promise<void> {
  const manifest = {
    dependencies: withoutFiles(dependencies),
    devDependencies: withoutFiles(devDependencies),
  };
  const text = JSON.stringify(manifest);
  const hash = createHash("sha256").update(text).digest("hex").slice(0, 12);
  const installed = await cachedFolder(`npm-project-${hash}`, (unfinished) => {
    writeFileSync(join(unfinished, "package.json"), text);
    return install("npm", unfinished, env);
  });
  linkFolder(join(installed, "node_modules"), join(project, "node_modules"));
}

export const readManifest = (project: string): Manifest =>
  JSON.parse(readFileSync(join(project, "package.json"), "utf8"));

/** Dependencies that come from the registry, not from a file of this machine. */
function withoutFiles(dependencies: Record<string, string>): Record<string, string> {
  const entries = Object.entries(dependencies);
  return Object.fromEntries(entries.filter(([, version]) => !version.startsWith("file:")));
}

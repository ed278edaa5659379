import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { mustRun, root } from "../project";
import { cachedFolder, downloads } from "./downloads";
import { linkFolder } from "./linkedFolder";

export type PackageManager = "npm" | "pnpm" | "yarn";

interface InstallOptions {
  env?: NodeJS.ProcessEnv;
  /** Further arguments of the manager's `install`. */
  args?: string[];
}

const cache = (...path: string[]) => join(downloads, ...path);
const script = (...path: string[]) => join(root, "node_modules", ...path);

const commands: Record<PackageManager, string[]> = {
  npm: ["npm", "install", "--prefer-offline", "--no-audit", "--no-fund", "--cache", cache("npm")],
  pnpm: [
    ...["node", script("pnpm", "bin", "pnpm.cjs"), "install", "--prefer-offline"],
    ...["--store-dir", cache("pnpm", "store"), `--config.cache-dir=${cache("pnpm", "metadata")}`],
  ],
  yarn: ["node", script("@yarnpkg", "cli-dist", "bin", "yarn.js"), "install"],
};

/** Installs the dependencies of a project's package.json with the manager's default settings. */
export async function install(
  manager: PackageManager,
  project: string,
  { env = process.env, args = [] }: InstallOptions = {},
): Promise<void> {
  const [command, ...defaults] = commands[manager] as [string, ...string[]];
  const settings = manager === "yarn" ? await yarnSettings(project) : {};
  await mustRun(command, [...defaults, ...args], project, { ...env, ...settings });
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
 * files for Pulumi and TypeScript, which takes most of an installation's CPU time. pnpm and yarn link files
 * from a store.
 */
export async function linkFromRegistry(
  { dependencies, devDependencies = {} }: Manifest,
  project: string,
  options: InstallOptions = {},
): Promise<void> {
  const manifest = {
    dependencies: withoutFiles(dependencies),
    devDependencies: withoutFiles(devDependencies),
  };
  const text = JSON.stringify(manifest);
  const hash = createHash("sha256").update(text).digest("hex").slice(0, 12);
  const installed = await cachedFolder(`npm-project-${hash}`, (unfinished) => {
    writeFileSync(join(unfinished, "package.json"), text);
    return install("npm", unfinished, options);
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

async function yarnSettings(project: string): Promise<Record<string, string>> {
  const lines = ["nodeLinker: node-modules", "nmMode: hardlinks-global", "enableTelemetry: false"];
  writeFileSync(join(project, ".yarnrc.yml"), `${lines.join("\n")}\n`);
  const registry = await mustRun("npm", ["config", "get", "registry"], project);
  return {
    YARN_GLOBAL_FOLDER: cache("yarn"),
    // Yarn does not read npm's settings.
    YARN_NPM_REGISTRY_SERVER: registry.stdout.trim().replace(/\/$/, ""),
    // This is on by default if the environment variable CI is set, and the project has no lockfile.
    YARN_ENABLE_IMMUTABLE_INSTALLS: "false",
  };
}

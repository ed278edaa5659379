import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { mustRun, root } from "../project";
import { downloads } from "./downloads";

export const packageManagers = ["npm", "pnpm", "yarn"] as const;

export type PackageManager = (typeof packageManagers)[number];

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

/** Installs what a project's package.json names, as the manager does it unless told otherwise. */
export async function install(
  manager: PackageManager,
  project: string,
  options: { env?: NodeJS.ProcessEnv; words?: string[] } = {},
): Promise<void> {
  const { env = process.env, words = [] } = options;
  const [command, ...args] = commands[manager] as [string, ...string[]];
  const all = { ...env, ...(manager === "yarn" && (await yarnSettings(project))) };
  await mustRun(command, [...args, ...words], project, all);
}

async function yarnSettings(project: string): Promise<Record<string, string>> {
  writeFileSync(join(project, ".yarnrc.yml"), "nodeLinker: node-modules\nenableTelemetry: false\n");
  const registry = await mustRun("npm", ["config", "get", "registry"], project);
  return {
    YARN_GLOBAL_FOLDER: cache("yarn"),
    // Yarn does not read npm's settings.
    YARN_NPM_REGISTRY_SERVER: registry.stdout.trim().replace(/\/$/, ""),
    // On by default where the environment says CI, and there is no lockfile here to keep.
    YARN_ENABLE_IMMUTABLE_INSTALLS: "false",
  };
}

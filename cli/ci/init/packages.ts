import { readFile } from "node:fs/promises";
import { join } from "node:path";

const npmPackage = "pulumi-auth0-native";

/** How each package manager installs what its lock file names, without the scripts of packages. */
const managers: [file: string, version: RegExp, install: string][] = [
  ["package-lock.json", /^/, "npm ci --ignore-scripts"],
  ["pnpm-lock.yaml", /^/, "corepack pnpm install --frozen-lockfile --ignore-scripts"],
  ["yarn.lock", /lockfile v1/, "corepack yarn install --frozen-lockfile --ignore-scripts"],
  ["yarn.lock", /^/, "corepack yarn install --immutable --mode=skip-build"],
];

/** How a project installs its packages, and what to do first if its lock file lacks this one. */
export async function packagesOf(
  folder: string,
): Promise<{ install: string; advice: string | undefined }> {
  // Without a command: until the package is published, anybody could take its name in npm's registry.
  const todo = `install the package (docs/install.md of ${npmPackage}), and commit package.json and the lock file`;
  for (const [file, version, install] of managers) {
    const text = await readFile(join(folder, file), "utf8").catch(() => undefined);
    if (text === undefined || !version.test(text)) continue;
    const advice = `${file} does not contain ${npmPackage}: ${todo}.`;
    return { install, advice: text.includes(npmPackage) ? undefined : advice };
  }
  return { install: "npm ci --ignore-scripts", advice: `There is no lock file: ${todo}.` };
}

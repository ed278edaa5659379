import { existsSync, readFileSync } from "node:fs";
import { join, posix, relative } from "node:path";
import { docsUrl, packageName } from "../../../provider/shared/command";
import { foldersAbove, type Place } from "./place";

/** How a program's packages are installed. Paths start at the repository's root. */
export interface Packages {
  /** Where the command that installs runs. */
  folder: string;
  lockFile: string;
  install: string;
  /** Where the package is, from the program's folder. */
  modules: string;
  /** What to do first, if the lock file lacks this package. */
  advice?: string;
}

/** How each package manager installs what its lock file names, without the scripts of packages. */
const managers: [file: string, version: RegExp, install: string][] = [
  ["package-lock.json", /^/, "npm ci --ignore-scripts"],
  ["pnpm-lock.yaml", /^/, "corepack pnpm install --frozen-lockfile --ignore-scripts"],
  ["yarn.lock", /lockfile v1/, "corepack yarn install --frozen-lockfile --ignore-scripts"],
  ["yarn.lock", /^/, "corepack yarn install --immutable --mode=skip-build"],
];

// Without a command: until the package is published, anybody could take its name in npm's registry.
const todo =
  "install the package, and commit package.json and the lock file. " +
  `See ${docsUrl}/reference/install.md`;

/** Takes the nearest lock file, from the program's folder up to the root, because a workspace has one at its root. */
export function packagesOf({ root, folder }: Place): Packages {
  const program = join(root, folder);
  const folders = foldersAbove(program).slice(0, foldersAbove(program).indexOf(root) + 1);
  for (const place of folders) {
    for (const [file, version, install] of managers) {
      const text = textOf(join(place, file));
      if (text === undefined || !version.test(text)) continue;
      return {
        ...pathsOf(root, folder, place, file),
        install,
        ...(!text.includes(packageName) && {
          advice: `${file} doesn't contain ${packageName}. To fix this, ${todo}`,
        }),
      };
    }
  }
  const paths = pathsOf(root, folder, program, "package-lock.json");
  return {
    ...paths,
    install: "npm ci --ignore-scripts",
    advice: `There's no lock file. To fix this, ${todo}`,
  };
}

function pathsOf(root: string, folder: string, place: string, file: string) {
  const installed = relative(root, place).replaceAll("\\", "/");
  // pnpm links a program's packages beside it. The others keep them at the workspace's root.
  const above = file === "pnpm-lock.yaml" ? "" : posix.relative(folder, installed);
  const modules = "node_modules";
  return {
    folder: installed,
    lockFile: posix.join(installed, file),
    modules: above === "" ? `./${modules}` : `${above}/${modules}`,
  };
}

const textOf = (file: string): string | undefined =>
  existsSync(file) ? readFileSync(file, "utf8") : undefined;

export const notForBun = () =>
  new Error(
    "The pipelines run Node.js and install with npm, pnpm, or Yarn. " +
      "Set `runtime: nodejs` in Pulumi.yaml and commit the lock file of one of them, " +
      `or write pipelines with Bun yourself: ${docsUrl}/pipelines.md#build-your-own`,
  );

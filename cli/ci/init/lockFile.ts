import { readFile } from "node:fs/promises";
import { join } from "node:path";

const npmPackage = "pulumi-auth0-native";

// Without a command: until the package is published, anybody could take its name in npm's registry.
const install = `install the package (docs/install.md of ${npmPackage}), and commit package.json and package-lock.json`;

/** What to do before `npm ci` can install this package; undefined if it can. */
export async function packageAdvice(folder: string): Promise<string | undefined> {
  const text = await readFile(join(folder, "package-lock.json"), "utf8").catch(() => undefined);
  if (text === undefined)
    return `There is no package-lock.json, which \`npm ci\` needs: ${install}.`;
  return lockedPackages(text).includes(`node_modules/${npmPackage}`)
    ? undefined
    : `package-lock.json does not contain ${npmPackage}: ${install}.`;
}

function lockedPackages(text: string): string[] {
  try {
    return Object.keys(JSON.parse(text).packages ?? {});
  } catch {
    return [];
  }
}

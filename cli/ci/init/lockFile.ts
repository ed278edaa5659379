import { readFile } from "node:fs/promises";
import { join } from "node:path";

/** The name of this package in npm's registry. */
export const npmPackage = "pulumi-auth0-native";

const install = `run \`npm install --save-exact ${npmPackage}\`, and commit package.json and package-lock.json`;

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

import { readFileSync } from "node:fs";
import path from "node:path";

/** The oldest CLI that the engine tests accept on PATH. */
export const OLDEST_PULUMI = "3.227.0";

/** The folder that holds the two Go modules. */
export const TOOLS = path.resolve(__dirname, "..");

// What is built stands in go.mod, so that `go get` moves the CLI and this tool together.
const goMod = readFileSync(path.join(TOOLS, "pulumi", "go.mod"), "utf8");

/** The CLI that is installed or built when PATH holds none. */
export const PULUMI = fromGoMod(/pulumi\/pkg\/v3 v(\S+)/);

/** The oldest Go that can build it, as `major.minor`. */
export const OLDEST_GO = fromGoMod(/^go (\d+\.\d+)/m);

function fromGoMod(pattern: RegExp): string {
  const found = pattern.exec(goMod)?.[1];
  if (found === undefined) {
    throw new Error(`tools/pulumi/go.mod holds nothing like ${pattern}; run "go get" there again.`);
  }
  return found;
}

export interface Version {
  numbers: [number, number, number];
  prerelease: boolean;
}

export function parseVersion(text: string): Version | undefined {
  const found = /^v?(\d+)\.(\d+)\.(\d+)(-\S+)?/.exec(text.trim());
  if (found === null) return undefined;
  return {
    numbers: [Number(found[1]), Number(found[2]), Number(found[3])],
    prerelease: found[4] !== undefined,
  };
}

/** Whether `text` is a version that is `oldest` or newer; text that is no version is not. */
export function isAtLeast(text: string, oldest: string): boolean {
  const asked = parseVersion(text);
  const floor = parseVersion(oldest);
  if (asked === undefined || floor === undefined) return false;
  for (const [index, number] of asked.numbers.entries()) {
    const other = floor.numbers[index] ?? 0;
    if (number !== other) return number > other;
  }
  // Semantic Versioning 2.0.0, item 11: a prerelease comes before its release.
  return !asked.prerelease || floor.prerelease;
}

import { readFileSync } from "node:fs";
import path from "node:path";

/** The oldest CLI on PATH that is used; the engine tests pass with it. */
export const OLDEST_PULUMI = "3.227.0";

/** The folder that holds the two Go modules. */
export const TOOLS = path.resolve(__dirname, "..");

// Read from go.mod, so that `go get` updates the version in one place.
const goMod = readFileSync(path.join(TOOLS, "pulumi", "go.mod"), "utf8");

/** The version that is installed or built when there is no suitable CLI on PATH. */
export const PULUMI = fromGoMod(/pulumi\/pkg\/v3 v(\S+)/);

/** The oldest Go version that can build it, as `major.minor`. */
export const OLDEST_GO = fromGoMod(/^go (\d+\.\d+)/m);

function fromGoMod(pattern: RegExp): string {
  const found = pattern.exec(goMod)?.[1];
  if (found === undefined) {
    throw new Error(
      `tools/pulumi/go.mod does not match ${pattern}. Run "go get" in tools/pulumi again.`,
    );
  }
  return found;
}

export interface Version {
  numbers: [number, number, number];
  prerelease: boolean;
}

function parseVersion(text: string): Version | undefined {
  const found = /^v?(\d+)\.(\d+)\.(\d+)(-\S+)?/.exec(text.trim());
  if (found === null) return undefined;
  return {
    numbers: [Number(found[1]), Number(found[2]), Number(found[3])],
    prerelease: found[4] !== undefined,
  };
}

/** Whether `text` is a version and not older than `oldest`. */
export function isAtLeast(text: string, oldest: string): boolean {
  const version = parseVersion(text);
  const minimum = parseVersion(oldest);
  if (version === undefined || minimum === undefined) return false;
  for (const [index, number] of version.numbers.entries()) {
    const minimumNumber = minimum.numbers[index] ?? 0;
    if (number !== minimumNumber) return number > minimumNumber;
  }
  // Semantic Versioning 2.0.0, item 11: a prerelease comes before its release.
  return !version.prerelease || minimum.prerelease;
}

import { readFileSync } from "node:fs";
import path from "node:path";

/** The oldest CLI on PATH that is used. The engine tests pass with it. */
export const OLDEST_PULUMI = "3.227.0";

/** The folder that holds the Go modules. */
export const TOOLS = path.resolve(__dirname, "..");

// The version comes from go.mod, so that `go get` updates it in one place.
const goMod = readFileSync(path.join(TOOLS, "pulumi", "go.mod"), "utf8");

/** The version to install or build if there is no suitable CLI on PATH. */
export const PULUMI = fromGoMod(/pulumi\/pkg\/v3 v(\S+)/);

/** The oldest Go version that can build the CLI, as `major.minor`. */
export const OLDEST_GO = fromGoMod(/^go (\d+\.\d+)/m);

function fromGoMod(pattern: RegExp): string {
  const found = pattern.exec(goMod)?.[1];
  if (found === undefined) {
    throw new Error(
      `tools/pulumi/go.mod has no line like ${pattern}. Run \`go get\` in tools/pulumi again.`,
    );
  }
  return found;
}

// The option compares "10" and "9" as numbers.
const { compare } = new Intl.Collator("en", { numeric: true });

/** Whether `text` is a version that isn't older than `oldest`. */
export const isAtLeast = (text: string, oldest: string): boolean =>
  /^v?\d+\.\d+\.\d+/.test(text) && compare(text.replace(/^v/, ""), oldest) >= 0;

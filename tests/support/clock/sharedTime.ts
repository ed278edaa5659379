import { closeSync, openSync, statSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../project";

/** A clock that advances only while a process with this environment sleeps, shared with a tenant. */
export function sharedTime(environment: Record<string, string> = {}) {
  const file = join(temporaryFolder(), "time");
  closeSync(openSync(file, "w"));
  const { NODE_OPTIONS = "" } = environment;
  const preload = join(__dirname, "passBySleeping.cjs").replaceAll("\\", "/");
  return {
    now: () => Math.round(statSync(file).mtimeMs),
    environment: {
      ...environment,
      NODE_OPTIONS: `${NODE_OPTIONS} --require "${preload}"`,
      TEST_TIME_FILE: file,
    },
  };
}

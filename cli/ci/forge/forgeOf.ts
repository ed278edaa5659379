import { type Clock, realClock } from "../../../provider/api/clock";
import type { Forge } from "./forge";
import { github } from "./github";
import { gitlab } from "./gitlab";

export function forgeOf(env: NodeJS.ProcessEnv, clock: Clock = realClock): Forge {
  if (env.GITHUB_ACTIONS) return github(env, clock);
  if (env.GITLAB_CI) return gitlab(env, clock);
  throw new Error(
    "Neither GITHUB_ACTIONS nor GITLAB_CI is set. Run this command in a GitHub or GitLab job.",
  );
}

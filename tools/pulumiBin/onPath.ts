import { accessSync, constants, realpathSync, statSync } from "node:fs";
import path from "node:path";
import { firstLine, type Job, log, type Outcome, runForJob } from "./job";
import { isAtLeast, OLDEST_PULUMI } from "./versions";

/** The three executables that a Node.js program with dynamic resources needs. */
const COMPANIONS = ["pulumi-language-nodejs", "pulumi-resource-pulumi-nodejs"];
const EXECUTABLES = ["pulumi", ...COMPANIONS];

export function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

export const holdsAll = (folder: string): boolean =>
  EXECUTABLES.every((name) => isExecutable(path.join(folder, name)));

export function findOnPath(name: string, env: NodeJS.ProcessEnv): string | undefined {
  return (env.PATH ?? "")
    .split(path.delimiter)
    .filter((folder) => folder !== "")
    .map((folder) => path.resolve(folder, name))
    .find(isExecutable);
}

/** `pulumi` on PATH, if it is new enough and its two companions can be found. */
export async function pulumiOnPath(job: Job): Promise<Outcome> {
  const pulumi = findOnPath("pulumi", job.env);
  if (pulumi === undefined) return { reason: "pulumi isn't on PATH" };

  const result = await runForJob(job, pulumi, ["version"], {
    env: { ...job.env, PULUMI_SKIP_UPDATE_CHECK: "true" },
    timeout: 20_000,
  });
  const version = firstLine(result.stdout);
  if (!isAtLeast(version, OLDEST_PULUMI)) {
    const output = version || firstLine(result.stderr) || `nothing (exit code ${result.code})`;
    return notUsed(
      job,
      `\`${pulumi} version\` printed ${output}, but the version must be ${OLDEST_PULUMI} or newer`,
    );
  }

  // The engine looks for plugins beside the executable that a symlink points to
  // (sdk/go/common/workspace/plugins.go of pulumi/pulumi).
  const real = path.dirname(realpathSync(pulumi));
  if (holdsAll(real)) return { folder: real };
  const missing = COMPANIONS.filter(
    (file) => !isExecutable(path.join(real, file)) && findOnPath(file, job.env) === undefined,
  );
  if (missing.length === 0) return { folder: path.dirname(pulumi) };
  return notUsed(job, `${pulumi} has no ${missing.join(" or ")} beside it or on PATH`);
}

function notUsed(job: Job, reason: string): Outcome {
  log(job, `Not using pulumi from PATH, because ${reason}.`);
  return { reason };
}

import { accessSync, constants, realpathSync, statSync } from "node:fs";
import path from "node:path";
import { firstLine, type Job, type Outcome, say } from "./job";
import { run } from "./run";
import { isAtLeast, OLDEST_PULUMI } from "./versions";

/** The three files that a CLI needs for a Node.js program with dynamic resources. */
export function executables(platform: NodeJS.Platform): string[] {
  return platform === "win32"
    ? ["pulumi.exe", "pulumi-language-nodejs.exe", "pulumi-resource-pulumi-nodejs.cmd"]
    : ["pulumi", "pulumi-language-nodejs", "pulumi-resource-pulumi-nodejs"];
}

export function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

export function holdsAll(folder: string, platform: NodeJS.Platform): boolean {
  return executables(platform).every((name) => isExecutable(path.join(folder, name)));
}

export function findOnPath(name: string, env: NodeJS.ProcessEnv): string | undefined {
  return (env.PATH ?? env.Path ?? "")
    .split(path.delimiter)
    .filter((folder) => folder !== "")
    .map((folder) => path.resolve(folder, name))
    .find(isExecutable);
}

/** `pulumi` on PATH, if it is new enough and its two companions can be found. */
export async function pulumiOnPath(job: Job): Promise<Outcome> {
  const [name = "", ...companions] = executables(job.platform);
  const pulumi = findOnPath(name, job.env);
  if (pulumi === undefined) return { reason: "there is no pulumi on PATH" };

  const asked = await run(pulumi, ["version"], {
    env: { ...job.env, PULUMI_SKIP_UPDATE_CHECK: "true" },
    signal: job.signal,
    timeout: 20_000,
  });
  const version = firstLine(asked.stdout);
  if (!isAtLeast(version, OLDEST_PULUMI)) {
    const answer = version || firstLine(asked.stderr) || `nothing (exit code ${asked.code})`;
    return unfit(job, `${pulumi} answers ${answer}, and ${OLDEST_PULUMI} or newer is needed`);
  }

  // The engine looks for plugins beside the executable that a symlink leads to
  // (sdk/go/common/workspace/plugins.go of pulumi/pulumi).
  const real = path.dirname(realpathSync(pulumi));
  if (holdsAll(real, job.platform)) return { folder: real };
  const missing = companions.filter(
    (file) => !isExecutable(path.join(real, file)) && findOnPath(file, job.env) === undefined,
  );
  if (missing.length === 0) return { folder: path.dirname(pulumi) };
  return unfit(job, `${pulumi} has no ${missing.join(" and no ")} beside it or on PATH`);
}

function unfit(job: Job, reason: string): Outcome {
  say(job, `Not using the pulumi on PATH: ${reason}.`);
  return { reason };
}

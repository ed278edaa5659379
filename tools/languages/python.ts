import path from "node:path";
import { fillTarget } from "../pulumiBin/cache";
import { type Job, log, runForJob } from "../pulumiBin/job";
import { findOnPath, isExecutable } from "../pulumiBin/onPath";

/** Pulumi's Python package, which isn't released in every version of the CLI, what a generated SDK needs, and pytest. */
const PACKAGES = [
  "pulumi==3.272.0",
  ...["parver==0.5", "setuptools==84.2.1", "wheel==0.48.0", "pytest==9.2.0"],
];
/** The environment's name in the cache. It contains the versions, so that other versions get another name. */
export const PYTHON = PACKAGES.join("-").replaceAll("==", "-");

/** Installs the packages in a virtual environment, once, and returns the environment's folder. */
export async function pythonEnvironment(job: Job): Promise<string> {
  if (hasInterpreter(job.target)) return job.target;
  const python = findOnPath("python3", job.env);
  if (python === undefined) throw new Error(advice("python3 isn't on PATH"));
  log(job, `Installing Python packages. Later runs use them in ${job.target}`);
  return fillTarget(
    job,
    async (temporary) => {
      const folder = path.join(temporary, "python");
      await mustRun(job, python, ["-m", "venv", folder]);
      const options = ["--progress-bar=off", "--disable-pip-version-check"];
      const install = ["-m", "pip", "install", ...options, ...PACKAGES];
      await mustRun(job, interpreter(folder), install);
      return folder;
    },
    hasInterpreter,
  );
}

const interpreter = (environment: string) => path.join(environment, "bin", "python3");
const hasInterpreter = (environment: string) => isExecutable(interpreter(environment));

async function mustRun(job: Job, command: string, args: string[]): Promise<void> {
  const { code, text } = await runForJob(job, command, args);
  if (code === 0) return;
  const lastLines = text.trim().split("\n").slice(-3).join("\n    ");
  throw new Error(
    advice(`python3 ${args.join(" ")} ended with exit code ${code}:\n    ${lastLines}`),
  );
}

const advice = (reason: string): string =>
  [
    `Can't install the Python packages for the tests (${PACKAGES.join(", ")}):`,
    `  ${reason}`,
    "Install Python 3.10 or newer with venv (on Debian, python3-venv), and run the command again.",
  ].join("\n");

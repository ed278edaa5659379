import { resolve } from "node:path";
import { diagnosticFromError } from "../shared/diagnostic";
import { logLine, logLines } from "../shared/logLine";
import { pulumiCommand } from "../shared/pulumi";
import { runPulumiByLine } from "../shared/runPulumi";
import type { StopSignals } from "../shared/stop";
import { assertPlanOf } from "./assertPlanOf";
import { assertStackName } from "./stackName";

export interface ApplyOptions {
  cwd: string;
  plan: string;
}

/** Applies a reviewed plan, and nothing else; returns the exit code. */
export async function applyPlan(
  stack: string,
  { cwd, plan }: ApplyOptions,
  stop: StopSignals,
  env: NodeJS.ProcessEnv = process.env,
): Promise<number> {
  assertStackName(stack);
  await assertPlanOf(plan, stack, cwd);
  const pulumi = await pulumiCommand();
  announceStop(stop.requested);

  const output = new UpdateOutput(env);
  // Without --skip-preview: the preview compares the whole program with the plan before the update.
  const args = ["up", "--stack", stack, "--plan", resolve(plan), "--yes", "--color", "never"];
  const options = { env, signal: stop.requested };
  try {
    const code = await runPulumiByLine(pulumi, args, cwd, (line) => output.print(line), options);
    return code === 0 ? 0 : report(stack, output);
  } catch (error) {
    console.error(
      logLine(`error: ${diagnosticFromError(error, env).message}; ${output.whatWasApplied}`),
    );
    return 1;
  }
}

function report(stack: string, { updating, doesNotFit, whatWasApplied }: UpdateOutput): number {
  const reason = doesNotFit
    ? `the plan of ${stack} no longer fits the program, its configuration or the state`
    : `the update of ${stack} failed`;
  const advice = doesNotFit
    ? ": run the preview by hand on the default branch, read its plan, then run this job again"
    : "";
  console.error(`error: ${reason}; ${whatWasApplied}${advice}`);
  return doesNotFit && !updating ? 2 : 1;
}

function announceStop(requested: AbortSignal): void {
  const announce = () => {
    console.error(
      `${requested.reason.message}: the engine finishes the steps that are running, and starts no more`,
    );
  };
  requested.addEventListener("abort", announce, { once: true });
}

/** How the CLI says that the program does not fit the plan. */
const notFitting = /violates plan|is not allowed by the plan|expected resource operations/;

/** Prints what the CLI prints, without secrets, and notes what it is about. */
class UpdateOutput {
  updating = false;
  doesNotFit = false;
  private readonly clean: (line: string) => string;

  constructor(env: NodeJS.ProcessEnv) {
    this.clean = logLines(env);
  }

  print(line: string): void {
    if (line.startsWith("Updating (")) this.updating = true;
    // From here on, the CLI prints the differences, with the secrets of the plan in plain text.
    const isShown = !this.doesNotFit;
    this.doesNotFit ||= notFitting.test(line);
    if (isShown) console.log(this.clean(line.replace(/(violates plan).*/, "$1")));
  }

  get whatWasApplied(): string {
    return this.updating ? "a part of the plan may have been applied" : "nothing was applied";
  }
}

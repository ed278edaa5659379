import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { run, temporaryFolder } from "../project";
import type { Result } from "./ci";
import { conditionHolds, filledIn, type Scope } from "./expression";
import { requireSupported, Unsupported } from "./unsupported";

// biome-ignore lint/suspicious/noExplicitAny: a file's content
export type Any = any;

export interface Runner {
  /** The folder in which the steps run. */
  folder: string;
  /** `github`, `matrix`, `secrets`, `vars`, `needs`: what expressions can use. */
  contexts: Record<string, Any>;
  /** The environment that the runner sets for every step. Actions may change it. */
  env: NodeJS.ProcessEnv;
  /** What replaces actions, by their names. An ActionError fails the step. */
  actions: Record<string, (input: Record<string, string>) => void | Promise<void>>;
}

export interface Step {
  name: string;
  outcome: "success" | "failure" | "skipped";
  text: string;
}

export interface Job {
  result: Result;
  steps: Step[];
  summary: string;
  outputs: Record<string, string>;
}

const supportedKeys = {
  job: "name needs if strategy runs-on timeout-minutes environment concurrency permissions env outputs steps",
  step: "name id if run env uses with",
};

/** Runs a job's steps as GitHub does. Throws at everything in the job that it does not support. */
export async function runSteps(job: Any, runner: Runner): Promise<Job> {
  requireSupported(supportedKeys.job, job);
  const running = new RunningJob(runner, job.env);
  for (const step of job.steps) await running.runStep(step);
  running.done.outputs = running.filled(job.outputs);
  return running.done;
}

class RunningJob {
  readonly done: Job = { result: "success", steps: [], summary: "", outputs: {} };
  /** The context `steps`. */
  private readonly steps: Record<string, Any> = {};

  constructor(
    private readonly runner: Runner,
    private readonly env: Record<string, unknown> | undefined,
  ) {}

  async runStep(step: Any): Promise<void> {
    requireSupported(supportedKeys.step, step);
    const done: Step = { name: step.name ?? step.uses ?? step.run, outcome: "skipped", text: "" };
    this.done.steps.push(done);
    const files = stepFiles();
    if (conditionHolds(step.if, this.scope())) {
      done.outcome = "success";
      if (step.uses) await this.useAction(step, done);
      else await this.runCommands(step, done, files);
      this.done.summary += readFileSync(files.summary, "utf8");
    }
    this.steps[step.id ?? this.done.steps.length] = {
      outcome: done.outcome,
      outputs: outputsIn(files.output),
    };
  }

  private scope(): Scope {
    const { result } = this.done;
    return {
      contexts: { ...this.runner.contexts, steps: this.steps },
      status: {
        success: result === "success",
        failure: result === "failure",
        cancelled: false,
      },
    };
  }

  private async useAction(step: Any, done: Step): Promise<void> {
    const name = step.uses.split("@")[0];
    const action = this.runner.actions[name];
    if (!action) throw new Unsupported(`${name}`);
    try {
      await action(this.filled(step.with));
    } catch (error) {
      if (!(error instanceof ActionError)) throw error;
      this.fail(done, error.message);
    }
  }

  private async runCommands(step: Any, done: Step, files: StepFiles): Promise<void> {
    const { code, text } = await run("bash", ["-e", "-c", step.run], this.runner.folder, {
      ...this.runner.env,
      ...this.filled(this.env),
      ...this.filled(step.env),
      GITHUB_OUTPUT: files.output,
      GITHUB_STEP_SUMMARY: files.summary,
    });
    // GitHub would run them: TryParseV2 and TryParse in ActionCommand.cs of actions/runner.
    const [command] = /^\s*::.*|.*##\[.*/m.exec(text) ?? [];
    if (command) throw new Unsupported(`the workflow command ${command}`);
    done.text = text;
    if (code !== 0) this.fail(done);
  }

  private fail(step: Step, text = step.text): void {
    step.outcome = "failure";
    step.text = text;
    if (this.done.result === "success") this.done.result = "failure";
  }

  /** Values with their expressions evaluated. */
  filled(values: Record<string, unknown> = {}): Record<string, string> {
    const scope = this.scope();
    return Object.fromEntries(
      Object.entries(values).map(([key, value]) => [key, filledIn(value, scope)]),
    );
  }
}

/** Why an action fails its step; any other error is one of the test. */
export class ActionError extends Error {}

interface StepFiles {
  output: string;
  summary: string;
}

function stepFiles(): StepFiles {
  const folder = temporaryFolder();
  const files = { output: join(folder, "output"), summary: join(folder, "summary") };
  for (const file of Object.values(files)) writeFileSync(file, "");
  return files;
}

function outputsIn(file: string): Record<string, string> {
  const lines = readFileSync(file, "utf8").split("\n").filter(Boolean);
  return Object.fromEntries(
    lines.map((line) => {
      const [, name, value] = /^([\w-]+)=(.*)$/.exec(line) ?? [];
      if (name === undefined || value === undefined) throw new Unsupported(`the output ${line}`);
      return [name, value];
    }),
  );
}

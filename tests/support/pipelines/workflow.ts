import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse } from "yaml";
import { run } from "../project";
import { evaluate } from "./expression";

// biome-ignore lint/suspicious/noExplicitAny: a file's content
type Any = any;

export interface Runner {
  folder: string;
  /** `github`, `matrix`, `secrets`, `vars`: what expressions can use. */
  contexts: Record<string, Any>;
  /** The environment that the runner sets for every step. */
  env: NodeJS.ProcessEnv;
  /** What replaces actions, by their names. */
  actions: Record<string, (input: Record<string, string>) => void>;
}

export interface Step {
  name: string;
  outcome: "success" | "failure" | "skipped";
  text: string;
}

export interface Job {
  result: "success" | "failure";
  steps: Step[];
  summary: string;
}

const supportedKeys = {
  job: "name if strategy runs-on timeout-minutes environment concurrency permissions env steps",
  step: "name id if run env uses with",
};

function requireSupported(keys: string, thing: object): void {
  const unsupported = Object.keys(thing).filter((key) => !keys.split(" ").includes(key));
  if (unsupported.length > 0) throw new Error(`unsupported by this runner: ${unsupported}`);
}

/**
 * Runs a job's steps as GitHub does; undefined if its `if` is false. Throws at everything in the
 * workflow that it does not support.
 */
export async function runJob(file: string, id: string, runner: Runner): Promise<Job | undefined> {
  const job = parse(readFileSync(file, "utf8")).jobs[id];
  requireSupported(supportedKeys.job, job);
  const running = new RunningJob(runner, job.env);
  if (job.if !== undefined && !running.evaluate(job.if)) return undefined;
  for (const step of job.steps) await running.runStep(step);
  return running.done;
}

class RunningJob {
  readonly done: Job = { result: "success", steps: [], summary: "" };
  /** The context `steps`. */
  private readonly steps: Record<string, Any> = {};

  constructor(
    private readonly runner: Runner,
    private readonly env: Record<string, unknown> | undefined,
  ) {}

  evaluate(expression: string): Any {
    const contexts = { ...this.runner.contexts, steps: this.steps };
    return evaluate(expression, { contexts, result: this.done.result });
  }

  async runStep(step: Any): Promise<void> {
    requireSupported(supportedKeys.step, step);
    const done: Step = { name: step.name ?? step.uses ?? step.run, outcome: "skipped", text: "" };
    this.done.steps.push(done);
    const files = stepFiles();
    if (this.holds(step.if ?? "success()")) {
      done.outcome = "success";
      if (step.uses) this.useAction(step);
      else await this.runCommands(step, done, files);
      this.done.summary += readFileSync(files.summary, "utf8");
    }
    this.steps[step.id ?? this.done.steps.length] = {
      outcome: done.outcome,
      outputs: outputsIn(files.output),
    };
  }

  /** A condition that names no status holds only after success. */
  private holds(condition: string): boolean {
    const expression = condition.replace(/^\$\{\{(.*)\}\}$/s, "$1");
    const namesStatus = /\b(cancelled|success|failure|always)\(\)/.test(expression);
    return Boolean((namesStatus || this.evaluate("success()")) && this.evaluate(expression));
  }

  private useAction(step: Any): void {
    const name = step.uses.split("@")[0];
    const action = this.runner.actions[name];
    if (!action) throw new Error(`unsupported by this runner: ${name}`);
    action(this.filled(step.with));
  }

  private async runCommands(step: Any, done: Step, files: StepFiles): Promise<void> {
    const ended = await run("bash", ["-e", "-c", step.run], this.runner.folder, {
      ...this.runner.env,
      ...this.filled(this.env),
      ...this.filled(step.env),
      GITHUB_OUTPUT: files.output,
      GITHUB_STEP_SUMMARY: files.summary,
    });
    done.text = ended.text;
    if (ended.code !== 0) {
      done.outcome = "failure";
      this.done.result = "failure";
    }
  }

  /** Values with their expressions evaluated. */
  private filled(values: Record<string, unknown> = {}): Record<string, string> {
    const fill = (value: unknown) =>
      String(value).replace(/\$\{\{(.*?)\}\}/g, (_, expression) =>
        String(this.evaluate(expression) ?? ""),
      );
    return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, fill(value)]));
  }
}

interface StepFiles {
  output: string;
  summary: string;
}

function stepFiles(): StepFiles {
  const folder = mkdtempSync(join(tmpdir(), "pulumi-auth0-native-"));
  const files = { output: join(folder, "output"), summary: join(folder, "summary") };
  for (const file of Object.values(files)) writeFileSync(file, "");
  return files;
}

function outputsIn(file: string): Record<string, string> {
  const lines = readFileSync(file, "utf8").split("\n").filter(Boolean);
  return Object.fromEntries(lines.map((line) => line.split("=")));
}

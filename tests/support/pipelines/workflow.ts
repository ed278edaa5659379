import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse } from "yaml";
import { run } from "../project";

// biome-ignore lint/suspicious/noExplicitAny: a file's content
type Any = any;

export interface Runner {
  folder: string;
  /** `github`, `matrix`, `secrets`, `vars`: what expressions may name. */
  contexts: Record<string, Any>;
  /** What the runner gives every step. */
  env: NodeJS.ProcessEnv;
  /** What stands in for actions, by their names. */
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

const keys = {
  job: "name if strategy runs-on timeout-minutes environment concurrency permissions env steps",
  step: "name id if run env uses with",
};

function only(known: string, thing: object): void {
  const unknown = Object.keys(thing).filter((key) => !known.split(" ").includes(key));
  if (unknown.length > 0) throw new Error(`not known to this runner: ${unknown}`);
}

/** Runs a job's steps as GitHub would; what it does not know, it refuses. Nothing if its `if` says so. */
export async function runJob(
  file: string,
  id: string,
  { folder, contexts, env, actions }: Runner,
): Promise<Job | undefined> {
  const job = parse(readFileSync(file, "utf8")).jobs[id];
  only(keys.job, job);
  const steps: Record<string, Any> = {};
  const all: Step[] = [];
  let result: Job["result"] = "success";
  let summary = "";
  const at = (expression: string) => evaluate(expression, { ...contexts, steps }, result);
  if (job.if !== undefined && !at(job.if)) return undefined;
  const filled = (values: Record<string, unknown> = {}) =>
    Object.fromEntries(
      Object.entries(values).map(([key, value]) => [
        key,
        String(value).replace(/\$\{\{(.*?)\}\}/g, (_, expression) => String(at(expression) ?? "")),
      ]),
    );

  for (const step of job.steps) {
    only(keys.step, step);
    const done: Step = { name: step.name ?? step.uses ?? step.run, outcome: "skipped", text: "" };
    all.push(done);
    const files = mkdtempSync(join(tmpdir(), "pulumi-auth0-native-"));
    const file = (name: string) => join(files, name);
    for (const name of ["output", "summary"]) writeFileSync(file(name), "");
    if (runs(step.if ?? "success()", at)) {
      done.outcome = "success";
      if (step.uses) {
        const name = step.uses.split("@")[0];
        const action = actions[name];
        if (!action) throw new Error(`not known to this runner: ${name}`);
        action(filled(step.with));
      } else {
        const ended = await run("bash", ["-e", "-c", step.run], folder, {
          ...env,
          ...filled(job.env),
          ...filled(step.env),
          ...{ GITHUB_OUTPUT: file("output"), GITHUB_STEP_SUMMARY: file("summary") },
        });
        done.text = ended.text;
        if (ended.code !== 0) done.outcome = result = "failure";
      }
      summary += readFileSync(file("summary"), "utf8");
    }
    const outputs = readFileSync(file("output"), "utf8").split("\n").filter(Boolean);
    steps[step.id ?? all.length] = {
      outcome: done.outcome,
      outputs: Object.fromEntries(outputs.map((line) => line.split("="))),
    };
  }
  return { result, steps: all, summary };
}

/** A condition that names no status holds only after success. */
const runs = (condition: string, at: (expression: string) => unknown) => {
  const expression = condition.replace(/^\$\{\{(.*)\}\}$/s, "$1");
  return /\b(cancelled|success|failure|always)\(\)/.test(expression)
    ? at(expression)
    : at("success()") && at(expression);
};

/** Of GitHub's expressions: names, texts, `()`, `!`, `==`, `!=`, `&&`, `||`, and the status functions. */
function evaluate(expression: string, contexts: Record<string, Any>, result: Job["result"]): Any {
  const tokens = expression.match(/'[^']*'|[\w.-]+(?:\(\))?|[!=]=|&&|\|\||[!()]|\S/g) ?? [];
  const value = either();
  if (tokens.length > 0) throw new Error(`not known to this runner: ${tokens} in ${expression}`);
  return value;

  function either(): Any {
    let left = both();
    while (tokens[0] === "||") {
      const other = right(both);
      left = left || other;
    }
    return left;
  }
  function both(): Any {
    let left = equal();
    while (tokens[0] === "&&") {
      const other = right(equal);
      left = left && other;
    }
    return left;
  }
  function right(operand: () => Any): Any {
    tokens.shift();
    return operand();
  }
  function equal(): Any {
    const left = single();
    if (tokens[0] === "==") return left === right(single);
    if (tokens[0] === "!=") return left !== right(single);
    return left;
  }
  function single(): Any {
    const token = tokens.shift() ?? "";
    if (token === "!") return !single();
    if (token === "(") {
      const value = either();
      if (tokens.shift() !== ")") throw new Error(`no ) in ${expression}`);
      return value;
    }
    if (token.startsWith("'")) return token.slice(1, -1);
    if (token === "success()") return result === "success";
    if (token === "failure()") return result === "failure";
    if (token === "cancelled()") return false;
    return named(token);
  }
  function named(token: string): Any {
    let value: Any = contexts;
    for (const part of token.split(".")) {
      // What an event does not have is null; everything else is a mistake.
      if (value === null || (!(part in value) && token.startsWith("github.event."))) return null;
      if (!(part in value)) throw new Error(`not known to this runner: ${token}`);
      value = value[part];
    }
    return value;
  }
}

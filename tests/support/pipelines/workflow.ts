import { data, Evaluator, Lexer, Parser } from "@actions/expressions";
import type { FunctionDefinition } from "@actions/expressions/funcs/info";
import {
  convertWorkflowTemplate,
  isBasicExpression,
  isMapping,
  isSequence,
  NoOperationTraceWriter,
  parseWorkflow,
} from "@actions/workflow-parser";
import type { ActionStep, Job, RunStep } from "@actions/workflow-parser/model/workflow-template";
import { TemplateToken } from "@actions/workflow-parser/templates/tokens/template-token";

// biome-ignore lint/suspicious/noExplicitAny: the values of a workflow
type Any = any;

/** The contexts and functions of a workflow's expressions. */
export interface Scope {
  /** `github`, `matrix`, `secrets`, `vars`, `needs`, `steps`. */
  contexts: Record<string, Any>;
  /** Whether an earlier step, or a needed job, has failed. */
  failed: boolean;
}

export type WorkflowStep = RunStep & ActionStep & { with?: TemplateToken; folder?: string };
export type WorkflowJob = Omit<Job, "steps"> & { steps: WorkflowStep[] };

/** A workflow as GitHub's parser reads it, whose parts `evaluated` evaluates. Throws if GitHub would reject it. */
export async function readWorkflow(content: string) {
  const trace = new NoOperationTraceWriter();
  const { context, value } = parseWorkflow({ name: "workflow", content }, trace);
  const found = value && (await convertWorkflowTemplate(context, value));
  const errors = context.errors.getErrors();
  if (!found || errors.length > 0) throw new Error(errors.map(String).join("\n"));
  const jobs = found.jobs as unknown as WorkflowJob[];
  const steps = jobs.flatMap((job) => job.steps);
  // The conversion omits actions' inputs, which are beside `uses`, and commands' folders.
  let folder = ".";
  for (const [parent, input, key] of TemplateToken.traverse(value)) {
    if (!parent || !isMapping(parent)) continue;
    const stepWith = (name: "uses" | "run") =>
      steps.find((step) => step[name] && step[name] === parent.find(name));
    const step = stepWith("uses") ?? stepWith("run");
    if (`${key}` === "with" && step) step.with = input;
    if (`${key}` !== "working-directory") continue;
    if (step) step.folder = `${input}`;
    // This is the default of all steps.
    else folder = `${input}`;
  }
  return { events: found.events, jobs, folder };
}

/** A part of a workflow with its expressions evaluated by GitHub's evaluator. */
export function evaluated(part: TemplateToken | undefined, scope: Scope): Any {
  if (part === undefined) return undefined;
  if (isBasicExpression(part)) return evaluate(part.expression, scope);
  if (isSequence(part)) return [...part].map((item) => evaluated(item, scope));
  if (!isMapping(part)) return part.toJSON();
  return Object.fromEntries([...part].map(({ key, value }) => [`${key}`, evaluated(value, scope)]));
}

function evaluate(expression: string, { contexts, failed }: Scope): Any {
  const status = (name: string, holds: boolean): [string, FunctionDefinition] => [
    name,
    { name, minArgs: 0, maxArgs: 0, call: () => new data.BooleanData(holds) },
  ];
  const functions = new Map([status("success", !failed), status("cancelled", false)]);
  const { tokens } = new Lexer(expression).lex();
  const tree = new Parser(tokens, Object.keys(contexts), [...functions.values()]).parse();
  const values = JSON.parse(JSON.stringify(contexts), data.reviver);
  const found = new Evaluator(tree, values, functions).evaluate();
  return JSON.parse(JSON.stringify(found, data.replacer));
}

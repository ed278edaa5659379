import { join } from "node:path";
import { textsAt } from "./files";
import { expand, ruleHolds, type Variables } from "./gitlabRule";
import { requireSupported, Unsupported } from "./unsupported";
import type { Any } from "./workflow";

/** A job of a pipeline, with its values in a matrix. */
export interface Leg {
  /** As GitLab shows it. */
  name: string;
  job: Any;
  matrix: Variables;
  when: string;
}

const fileKeys = ["stages", "variables", "default"];
const jobKeys =
  "stage parallel environment rules interruptible timeout image variables before_script script artifacts resource_group allow_failure needs";

/** The jobs of a file whose rules hold, in the order of their stages. */
export function legsOf(file: Any, variables: Variables): Leg[] {
  const legs = Object.entries<Any>(file)
    .filter(([name]) => !name.startsWith(".") && !fileKeys.includes(name))
    .flatMap(([name, raw]) => {
      const job = withDefaults(raw, file);
      const when = whenOf(job, variables);
      return when === "never" ? [] : matrixOf(name, job).map((leg) => ({ ...leg, job, when }));
    });
  const stageOf = ({ job }: Leg) => file.stages.indexOf(job.stage);
  return legs.sort((one, other) => stageOf(one) - stageOf(other));
}

/** A job with what it extends and with the file's defaults. */
function withDefaults(raw: Any, file: Any): Any {
  const { image, before_script, ...rest } = file.default;
  const { extends: base, ...own } = raw;
  const extended = base === undefined ? {} : file[base];
  const job = { image, before_script, ...extended, ...own, variables: file.variables };
  requireSupported(jobKeys, job);
  requireSupported("", rest);
  requireSupported("name action", job.environment ?? {});
  requireSupported("exit_codes", job.allow_failure ?? {});
  if (extended?.extends || own.variables || !file.stages.includes(job.stage)) {
    throw new Unsupported(raw);
  }
  return job;
}

/** When the job runs, by the first rule that holds. */
function whenOf({ rules }: Any, variables: Variables): string {
  for (const rule of rules) {
    requireSupported("if when", rule);
    if (!ruleHolds(rule.if, variables)) continue;
    const { when = "on_success" } = rule;
    if (!["on_success", "always", "manual"].includes(when)) throw new Unsupported(rule);
    return when;
  }
  return "never";
}

function matrixOf(name: string, { parallel }: Any): { name: string; matrix: Variables }[] {
  if (!parallel) return [{ name, matrix: {} }];
  const [variables, ...more] = parallel.matrix;
  const [[variable = "", values] = [], ...others] = Object.entries<Any>(variables);
  if (!Array.isArray(values) || more.length + others.length > 0) throw new Unsupported(parallel);
  return values.map((value) => ({ name: `${name}: [${value}]`, matrix: { [variable]: value } }));
}

/** The jobs of each stage, which run at the same time. */
export const stagesOf = (legs: Leg[]): Leg[][] =>
  [...new Set(legs.map(({ job }) => job.stage))].map((stage) =>
    legs.filter(({ job }) => job.stage === stage),
  );

/** The jobs that have to pass before a job, and whose artifacts it gets. */
export function neededBy({ job }: Leg, legs: Leg[]): Leg[] {
  const stage = legs.findIndex((one) => one.job.stage === job.stage);
  const earlier = legs.slice(0, stage);
  if (!job.needs) return earlier;
  return job.needs.flatMap((name: string) => {
    const found = earlier.filter((one) => one.name.replace(/: \[.*\]$/, "") === name);
    if (found.length === 0) throw new Error(`no earlier job ${JSON.stringify(name)}`);
    return found;
  });
}

/** The files that GitLab keeps of a job. */
export function artifactsIn(
  folder: string,
  artifacts: Any,
  status: "success" | "failed",
  variables: Variables,
): Record<string, string> {
  if (!artifacts) return {};
  requireSupported("paths when expire_in", artifacts);
  if (status === "failed" && artifacts.when !== "always") return {};
  const files = artifacts.paths.flatMap((path: string) => {
    const expanded = expand(path, variables);
    if (/[*?]/.test(expanded)) throw new Unsupported(artifacts);
    const isFile = /\.\w+$/.test(expanded);
    return Object.entries(textsAt(join(folder, expanded))).map(([file, text]) => [
      ...[isFile ? expanded : join(expanded, file), text],
    ]);
  });
  return Object.fromEntries(files);
}

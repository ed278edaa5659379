import { didYouMean } from "../../../provider/schema/suggestion";
import { isObject, mapProps } from "../../../provider/shared/json";
import { parseYaml } from "../../shared/project";
import type { EnvironmentKind } from "../init/settings";

/** The file of `ci setup`. No message quotes a value, because most values are secrets. */
export interface ValuesFile {
  path: string;
  /** Users, and teams by their organization and name; on GitLab groups by their path. */
  reviewers: string[] | undefined;
  defaults: ValuesByJob;
  stacks: Record<string, ValuesByJob>;
  /** For GitLab's jobs that write comments and issues. */
  reports: Values;
}

export type Values = Record<string, string>;

const kinds = ["preview", "apply", "drift"] as const;
type ValuesByJob = Partial<Record<"all" | EnvironmentKind, Values>>;

/** An environment of the forge, with what its jobs get. */
export interface Environment {
  name: string;
  kinds: (EnvironmentKind | "reports")[];
  values: Values;
}

export function readValues(text: string, path: string, stackNames: string[]): ValuesFile {
  const known = ["reviewers", "defaults", "stacks", "reports"];
  const { reviewers, defaults, stacks, reports } = fieldsOf(parsed(text, path), path, known);
  if (reviewers !== undefined && !isNames(reviewers)) {
    throw new Error(`${path}: reviewers must be a list of names`);
  }
  return {
    path,
    reviewers,
    defaults: byJob(defaults, `${path}: defaults`),
    stacks: mapProps(fieldsOf(stacks, `${path}: stacks`, stackNames), (values, stack) =>
      byJob(values, `${path}: stacks.${stack}`),
    ),
    reports: texts(reports, `${path}: reports`),
  };
}

function parsed(text: string, path: string): unknown {
  try {
    return parseYaml(text, path);
  } catch (error) {
    const { mark } = error as { mark?: { line: number } };
    throw new Error(
      `${path} isn't valid YAML (line ${(mark?.line ?? 0) + 1}). Put values in single quotes.`,
    );
  }
}

const isNames = (value: unknown): value is string[] =>
  Array.isArray(value) &&
  value.every((name) => typeof name === "string" && /^[\w./-]+$/.test(name));

function fieldsOf(value: unknown, place: string, known?: readonly string[]) {
  if (value === undefined || value === null) return {};
  if (!isObject(value)) throw new Error(`${place} must map names to values`);
  const unknown = known && Object.keys(value).find((key) => !known.includes(key));
  if (unknown !== undefined) {
    throw new Error(
      `${place}: ${unknown} isn't one of ${(known ?? []).join(", ")}${didYouMean(unknown, [...(known ?? [])])}`,
    );
  }
  return value as Record<string, unknown>;
}

const byJob = (value: unknown, place: string): ValuesByJob =>
  mapProps(fieldsOf(value, place, ["all", ...kinds]), (values, job) =>
    texts(values, `${place}.${job}`),
  );

const texts = (value: unknown, place: string): Values =>
  mapProps(fieldsOf(value, place), (text, name) => {
    // Not quoted: without the space after a colon, the name contains the value.
    if (!/^[A-Z_][A-Z0-9_]*$/.test(name)) {
      throw new Error(`${place} must have names in capital letters and a space after each colon`);
    }
    if (typeof text === "string" && text !== "") return text;
    throw new Error(`${place}.${name} must be text. Put the value in single quotes`);
  });

/** The environments of the stacks, each once, and that of GitLab's reports. */
export function environmentsOf(
  file: ValuesFile,
  stacks: string[],
  nameOf: (kind: EnvironmentKind) => string,
): Environment[] {
  const found = new Map<string, Environment>();
  for (const [stack, kind] of stacks.flatMap((one) => kinds.map((it) => [one, it] as const))) {
    const name = nameOf(kind).replaceAll("{stack}", stack);
    const values = valuesOf(file, stack, kind);
    const shared = found.get(name) ?? { name, kinds: [], values };
    const all = Object.keys({ ...values, ...shared.values });
    const differing = all.find((key) => values[key] !== shared.values[key]);
    if (differing !== undefined) {
      throw new Error(
        `${file.path}: several stacks or jobs use the environment ${name}, but with different values of ${differing}`,
      );
    }
    found.set(name, { ...shared, kinds: [...shared.kinds, kind] });
  }
  const { reports } = file;
  if (Object.keys(reports).length > 0) {
    found.set("reports", { name: "reports", kinds: ["reports"], values: reports });
  }
  return [...found.values()];
}

/** A stack's own values replace the defaults, and a job's those of all jobs. */
function valuesOf(
  { path, defaults, stacks }: ValuesFile,
  stack: string,
  kind: EnvironmentKind,
): Values {
  const own = stacks[stack];
  if (own === undefined) {
    throw new Error(
      `${path}: stacks doesn't contain ${stack}. Add it, at least as \`${stack}: {}\``,
    );
  }
  return { ...defaults.all, ...defaults[kind], ...own.all, ...own[kind] };
}

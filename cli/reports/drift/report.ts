import type { Json } from "../../../provider/shared/json";
import type { Diagnostic } from "../../shared/diagnostic";
import { generator } from "../../shared/writeReport";
import { count, type Form, oneOf, readReportFile, text, time } from "../readReports";

/** The result of a drift check. drift-report.schema.json describes each property. */
export interface DriftReport {
  version: 1;
  generator: string;
  startedAt: string;
  finishedAt: string;
  result: DriftResult;
  summary: DriftSummary;
  stacks: StackReport[];
}

export type DriftResult = "clean" | "drift" | "failed";

type DriftSummary = Record<
  DriftResult | "checked" | "changed" | "gone" | "unverifiable",
  number
> & { unmanaged?: number };

export interface StackReport {
  name: string;
  folder: string;
  /** Whether this isn't a stack, but a file of a merged report, or stacks that weren't listed. */
  missing?: boolean;
  result: DriftResult;
  /** When its own check started and ended, in a merged report. */
  startedAt?: string;
  finishedAt?: string;
  problems: Diagnostic[];
  checked: number;
  resources: ResourceReport[];
  ignored?: ResourceReport[];
  unmanaged?: UnmanagedReport[];
  managed?: ManagedObject[];
  shared?: SharedReport[];
}

export interface ResourceReport {
  urn: string;
  kind: string;
  name: string;
  id: string;
  result: "changed" | "gone" | "unverifiable";
  tenant?: string;
  updatedAt?: string;
  properties: PropertyReport[];
  note?: string;
}

export interface UnmanagedReport {
  kind: string;
  name: string;
  id: string;
  tenant: string;
  createdAt?: string;
  note?: string;
}

/** An object that a stack manages, by which a merge finds its other owners. */
export interface ManagedObject {
  urn: string;
  id: string;
  tenant: string;
}

/** An object that other resources manage, too. */
export interface SharedReport extends ManagedObject {
  kind: string;
  name: string;
  owners: { stack: string; name: string; urn: string }[];
}

export interface PropertyReport {
  path: string;
  expected?: Json;
  live?: Json;
}

/** Whether an object differs from its state. False if the check can't determine that. */
export const hasDrifted = ({ result }: ResourceReport): boolean => result !== "unverifiable";

/** The report of a stack, with the result that follows from what was found. */
export function stackReport(found: Omit<StackReport, "result">): StackReport {
  const { name, folder, ...rest } = found;
  return { name, folder, result: stackResult(found), ...rest };
}

/** A stack with the times of its own check. */
export type TimedStack = StackReport & { startedAt: string; finishedAt: string };

export const timedStacks = ({ stacks, startedAt, finishedAt }: DriftReport): TimedStack[] =>
  stacks.map((stack) => ({ startedAt, finishedAt, ...stack }));

/** From the first start of one or more checks to their last end. */
export function spanOf(checks: Pick<DriftReport, "startedAt" | "finishedAt">[]) {
  const times = (key: "startedAt" | "finishedAt") => checks.map((check) => Date.parse(check[key]));
  return {
    startedAt: new Date(Math.min(...times("startedAt"))),
    finishedAt: new Date(Math.max(...times("finishedAt"))),
  };
}

function stackResult(found: Omit<StackReport, "result">): DriftResult {
  const { problems, resources, unmanaged = [], shared = [] } = found;
  if (problems.length > 0) return "failed";
  const isClean = !resources.some(hasDrifted) && unmanaged.length === 0 && shared.length === 0;
  return isClean ? "clean" : "drift";
}

/** The report of all stacks, with the worst of their results. */
export function driftReport(stacks: StackReport[], startedAt: Date, finishedAt: Date): DriftReport {
  const summary = summarize(stacks);
  return {
    version: 1,
    generator,
    startedAt: startedAt.toISOString(),
    finishedAt: finishedAt.toISOString(),
    result: worstResult(summary),
    summary,
    stacks,
  };
}

function worstResult({ failed, drift }: DriftSummary): DriftResult {
  if (failed > 0) return "failed";
  return drift > 0 ? "drift" : "clean";
}

function summarize(stacks: StackReport[]): DriftSummary {
  const resources = stacks.flatMap((stack) => stack.resources);
  const unmanaged = stacks.flatMap((stack) => stack.unmanaged ?? []);
  const wasAsked = stacks.some((stack) => stack.unmanaged !== undefined);
  return {
    clean: countResults(stacks, "clean"),
    drift: countResults(stacks, "drift"),
    failed: countResults(stacks, "failed"),
    checked: stacks.reduce((sum, { checked }) => sum + checked, 0),
    changed: countResults(resources, "changed"),
    gone: countResults(resources, "gone"),
    unverifiable: countResults(resources, "unverifiable"),
    ...(wasAsked && { unmanaged: unmanaged.length }),
  };
}

export const countResults = <T extends { result: string }>(all: T[], result: T["result"]) =>
  all.filter((one) => one.result === result).length;

export const isDrifted = (stack: StackReport): boolean => stack.resources.some(hasDrifted);

export const isShared = ({ shared = [] }: StackReport): boolean => shared.length > 0;

export const isFailed = ({ result }: StackReport): boolean => result === "failed";

/** The stack as the command's argument, with its folder if that isn't the current one. */
export const stackLabel = ({ folder, name }: Pick<StackReport, "folder" | "name">): string =>
  folder === "." ? name : `${folder}:${name}`;

/** The objects that the check can't verify, by the reason. */
export function unverifiableGroups(stacks: StackReport[]) {
  const all = stacks.flatMap((stack) =>
    stack.resources
      .filter((resource) => !hasDrifted(resource))
      .map((resource) => ({ stack, resource, note: resource.note ?? "" })),
  );
  return [...new Set(all.map(({ note }) => note))].map((note) => ({
    note,
    objects: all.filter((one) => one.note === note),
  }));
}

const named = { kind: text, name: text, id: text, "note?": text };

const resource: Form = {
  ...named,
  urn: text,
  result: oneOf("changed", "gone", "unverifiable"),
  "tenant?": text,
  "updatedAt?": text,
  properties: [{ path: text }],
};

const managed = { urn: text, id: text, tenant: text };

const stack: Form = {
  name: text,
  folder: text,
  "missing?": oneOf(true, false),
  "startedAt?": time,
  "finishedAt?": time,
  problems: [{ message: text, "urn?": text }],
  checked: count,
  resources: [resource],
  "ignored?": [resource],
  "unmanaged?": [{ ...named, tenant: text, "createdAt?": text }],
  "managed?": [managed],
  "shared?": [
    { ...managed, kind: text, name: text, owners: [{ stack: text, name: text, urn: text }] },
  ],
};

/** The properties that the merge, the issues, and the renderers rely on. */
const form: Form = {
  generator: text,
  startedAt: time,
  finishedAt: time,
  stacks: [stack],
};

export function readDriftReport(file: string): DriftReport {
  const read = readReportFile<DriftReport>(file, "drift report", form);
  const { generator, startedAt, finishedAt } = read;
  // The results and the counts follow from what was found, whatever the file says.
  const stacks = read.stacks.map(({ result: _, ...found }) => stackReport(found));
  return {
    ...driftReport(stacks, new Date(startedAt), new Date(finishedAt)),
    generator,
  };
}

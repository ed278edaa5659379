import type { Json } from "../../provider/shared/json";
import packageSchema from "../../schema.json";
import type { Diagnostic } from "../shared/diagnostic";

/** What a drift check found; each property's meaning stands in drift-report.schema.json. */
export interface DriftReport {
  version: 1;
  generator: string;
  startedAt: string;
  finishedAt: string;
  result: Result;
  summary: Summary;
  stacks: StackReport[];
}

export type Result = "clean" | "drift" | "failed";

export type Summary = Record<Result | "checked" | "changed" | "gone" | "unverifiable", number>;

export interface StackReport {
  name: string;
  folder: string;
  result: Result;
  problems: Diagnostic[];
  checked: number;
  resources: ResourceReport[];
}

export interface ResourceReport {
  urn: string;
  type: string;
  name: string;
  id: string;
  result: "changed" | "gone" | "unverifiable";
  tenant?: string;
  updatedAt?: string;
  properties: PropertyReport[];
  note?: string;
}

export interface PropertyReport {
  path: string;
  expected?: Json;
  live?: Json;
}

/** The name in the program, which may hold the separator of a URN's parts. */
export const nameInProgram = (urn: string): string => urn.split("::").slice(3).join("::");

export const hasDrifted = ({ result }: ResourceReport): boolean => result !== "unverifiable";

/** What was found in a stack, with its result. */
export function stackReport(found: Omit<StackReport, "result">): StackReport {
  const { name, folder, ...rest } = found;
  const result = found.resources.some(hasDrifted) ? "drift" : "clean";
  return { name, folder, result: found.problems.length > 0 ? "failed" : result, ...rest };
}

export function driftReport(stacks: StackReport[], startedAt: Date, finishedAt: Date): DriftReport {
  const count = <T extends { result: string }>(all: T[], result: T["result"]) =>
    all.filter((one) => one.result === result).length;
  const resources = stacks.flatMap((stack) => stack.resources);
  const summary = {
    clean: count(stacks, "clean"),
    drift: count(stacks, "drift"),
    failed: count(stacks, "failed"),
    checked: stacks.reduce((sum, { checked }) => sum + checked, 0),
    changed: count(resources, "changed"),
    gone: count(resources, "gone"),
    unverifiable: count(resources, "unverifiable"),
  };
  return {
    version: 1,
    generator: `${packageSchema.name} ${packageSchema.version}`,
    startedAt: startedAt.toISOString(),
    finishedAt: finishedAt.toISOString(),
    result: summary.failed > 0 ? "failed" : summary.drift > 0 ? "drift" : "clean",
    summary,
    stacks,
  };
}

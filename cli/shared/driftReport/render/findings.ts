import { countOf } from "../../text";
import { type DriftReport, hasDrifted, type ResourceReport, type StackReport } from "../report";
import { type Status, texts } from "./texts";

/** A stack with its place in the report, from 1; the page's links are made of it. */
export interface NumberedStack {
  stack: StackReport;
  number: number;
}

/** Objects that cannot be verified, for the same reason. */
export interface UnverifiableGroup {
  note: string;
  objects: { stack: StackReport; resource: ResourceReport }[];
}

/** What was found in a stack, in words. */
export interface Finding {
  status: Status;
  text: string;
}

export const driftedResources = (stack: StackReport): ResourceReport[] =>
  stack.resources.filter(hasDrifted);

export const isDrifted = (stack: StackReport): boolean => stack.resources.some(hasDrifted);

const hasUnmanaged = ({ unmanaged = [] }: StackReport): boolean => unmanaged.length > 0;

export const isFailed = ({ result }: StackReport): boolean => result === "failed";

/** Whether a failed check got as far as some objects. */
export const isPartial = ({ checked, resources }: StackReport): boolean =>
  checked > 0 || resources.length > 0;

/** A stack that was checked in part can both have failed and have drifted; any can have unmanaged objects. */
export function findings(stack: StackReport): Finding[] {
  const failed: Finding = {
    status: "failed",
    text: isPartial(stack) ? texts.partial : texts.failed,
  };
  const drift: Finding = { status: "changed", text: texts.drift };
  const unmanaged: Finding = {
    status: "unmanaged",
    text: countOf(stack.unmanaged?.length ?? 0, "unmanaged object"),
  };
  return [
    ...(isFailed(stack) ? [failed] : []),
    ...(isDrifted(stack) ? [drift] : []),
    ...(hasUnmanaged(stack) ? [unmanaged] : []),
  ];
}

/** The stacks by what a reader has to do; one that was checked in part can be in two groups. */
export function groupFindings({ stacks }: DriftReport) {
  const all = stacks.map((stack, index): NumberedStack => ({ stack, number: index + 1 }));
  const failed = all.filter(({ stack }) => isFailed(stack));
  return {
    needAction: [...failed, ...all.filter(({ stack }) => stack.result === "drift")],
    failed,
    drift: all.filter(({ stack }) => isDrifted(stack)),
    unmanaged: all.filter(({ stack }) => hasUnmanaged(stack)),
    unverifiable: unverifiableGroups(stacks),
    clean: all.filter(({ stack }) => stack.result === "clean"),
  };
}

function unverifiableGroups(stacks: StackReport[]): UnverifiableGroup[] {
  const groups = new Map<string, UnverifiableGroup>();
  for (const stack of stacks) {
    for (const resource of stack.resources) {
      if (hasDrifted(resource)) continue;
      const note = resource.note ?? "";
      const group = groups.get(note) ?? { note, objects: [] };
      group.objects.push({ stack, resource });
      groups.set(note, group);
    }
  }
  return [...groups.values()];
}

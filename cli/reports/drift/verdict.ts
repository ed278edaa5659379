import { countOf, countsOf } from "../../shared/text";
import type { Finding, Status, Text } from "../view";
import {
  type DriftReport,
  isDrifted,
  isFailed,
  isShared,
  type StackReport,
  stackLabel,
} from "./report";

export const failureText = "Not fully checked";

/** A stack that was checked in part can have failed and drifted. Any stack can have unmanaged objects. */
export function findings(stack: StackReport): Finding[] {
  const unmanaged = stack.unmanaged?.length ?? 0;
  const possible: [isFound: boolean, Finding][] = [
    [isFailed(stack), { status: "failed", text: failureText }],
    [isDrifted(stack), { status: "drift", text: "Drift" }],
    [isShared(stack), { status: "shared", text: "Several owners" }],
    [unmanaged > 0, { status: "unmanaged", text: countOf(unmanaged, "unmanaged object") }],
  ];
  return possible.filter(([isFound]) => isFound).map(([, finding]) => finding);
}

export function verdict({ stacks, summary }: DriftReport): Text {
  const [only, ...others] = stacks;
  if (only === undefined) return "No stack was checked";
  const { unmanaged = 0 } = summary;
  const sharing = stacks.filter(isShared).length;
  const objects =
    (sharing > 0 ? `; objects with several owners in ${countOf(sharing, "stack")}` : "") +
    (unmanaged > 0 ? `; ${countOf(unmanaged, "unmanaged object")}` : "");
  const drifted = stacks.filter(isDrifted).length;
  const failed = stacks.filter(isFailed).length;
  const total = countOf(stacks.length, "stack");
  const counts = countsOf(total, [
    { count: drifted, what: "drifted" },
    { count: failed, what: "couldn't be checked completely" },
  ]);
  if (counts === "") {
    const result = summary.checked > 0 ? "No drift" : "Nothing to compare";
    return others.length === 0
      ? [`${result} in `, { outside: stackLabel(only) }, objects]
      : `${result} in ${total}${objects}`;
  }
  // If nothing drifted, the reader has to know that the check of the others was complete.
  const isRestClean = drifted === 0 && summary.clean > 0;
  const rest = isRestClean ? `; no drift in ${countOf(summary.clean, "other stack")}` : "";
  return counts + rest + objects;
}

export function overallStatus({ stacks, result }: DriftReport): Status {
  if (stacks.length === 0) return "unverifiable";
  if (result !== "drift") return result;
  if (stacks.some(isDrifted)) return "drift";
  return stacks.some(isShared) ? "shared" : "unmanaged";
}

import type { EngineEvent } from "@pulumi/pulumi/automation";
import { isObject, type Json, type Props } from "../../provider/shared/json";
import { signatureKey } from "../../provider/stateContract";
import type { StackState } from "../shared/state";
import { truncate } from "../shared/text";
import { isEqual, isSecret } from "./pulumiPlan";

/** The inputs before the plan of each object that it changes or deletes, by URN, with masked secrets. */
export function inputsBefore(events: EngineEvent[]): Record<string, Props> {
  const before: Record<string, Props> = {};
  for (const { resourcePreEvent: event } of events) {
    if (!event?.metadata.old) continue;
    const { op, urn, old } = event.metadata;
    // An object that an earlier replacement left has the URN of its successor.
    if (op === "same" || op === "delete-replaced") continue;
    // A refresh within the plan comes first, and has the same inputs as the state.
    before[urn] ??= old.inputs;
  }
  return before;
}

/** A text for each input that somebody else has changed since the plan was made, in objects that the plan changes. */
export const changedSince = (before: Record<string, Props>, { resources }: StackState): string[] =>
  resources.flatMap(({ urn, name, inputs, isReplaced }) => {
    const approved = before[urn];
    if (approved === undefined || isReplaced) return [];
    const isOther = (key: string) =>
      !key.startsWith("__") && !isEqual(approved[key], inputs[key], isAsApproved);
    return Object.keys({ ...approved, ...inputs })
      .filter(isOther)
      .map((key) => `${name}: ${key} was ${shown(approved[key])} and is now ${shown(inputs[key])}`);
  });

/** Events have no secrets and no texts of assets, but states have both. An asset's hash stands for its text. */
function isAsApproved(before: Json | undefined, now: Json | undefined): true | undefined {
  if (isSecret(before) && isSecret(now)) return true;
  if (!isObject(before) || !isObject(now)) return undefined;
  const isAsset = before[signatureKey] !== undefined && typeof before.hash === "string";
  return (isAsset && before.hash === now.hash) || undefined;
}

/** The maximum of characters for a value. */
const maxLength = 200;

const shown = (value: Json | undefined): string => {
  const text = JSON.stringify(value, (_, part) => (isSecret(part) ? "[secret]" : part));
  return truncate(text ?? "not set", maxLength);
};

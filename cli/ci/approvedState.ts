import type { EngineEvent } from "@pulumi/pulumi/automation";
import type { Json, Props } from "../../provider/shared/json";
import type { StackState } from "../shared/state";
import { truncate } from "../shared/text";
import { isEqual, isSecret } from "./plan";

/** The inputs before the plan of each object that it changes or deletes, by URN, with masked secrets. */
export const inputsBefore = (events: EngineEvent[]): Record<string, Props> =>
  Object.fromEntries(
    events.flatMap(({ resourcePreEvent: event }) =>
      event?.metadata.old && event.metadata.op !== "same"
        ? [[event.metadata.urn, event.metadata.old.inputs]]
        : [],
    ),
  );

/** What somebody else changed since the plan was made, of objects that it changes: one text for each input. */
export const changedSince = (before: Record<string, Props>, { resources }: StackState): string[] =>
  resources.flatMap(({ urn, name, inputs, isReplaced }) => {
    const approved = before[urn];
    if (approved === undefined || isReplaced) return [];
    const isOther = (key: string) =>
      !key.startsWith("__") && !isEqual(approved[key], inputs[key], secretsAreEqual);
    return Object.keys({ ...approved, ...inputs })
      .filter(isOther)
      .map((key) => `${name}: ${key} was ${shown(approved[key])}, and is ${shown(inputs[key])}`);
  });

/** Events have no secrets, and states have encrypted ones. */
const secretsAreEqual = (before: Json | undefined, now: Json | undefined) =>
  (isSecret(before) && isSecret(now)) || undefined;

/** Characters for a value. */
const maxLength = 200;

const shown = (value: Json | undefined): string => {
  const text = JSON.stringify(value, (_, part) => (isSecret(part) ? "[secret]" : part));
  return truncate(text ?? "not set", maxLength);
};

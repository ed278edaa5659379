import type { EngineEvent } from "@pulumi/pulumi/automation";
import { isObject, type Json, type Props } from "../../provider/shared/json";
import { parseUrn } from "../../provider/shared/urn";
import { signatureKey } from "../../provider/stateContract";
import { propertyDiff } from "../refresh/propertyDiff";
import type { RefreshResult } from "../refresh/refreshEvents";
import { maskSecrets } from "../shared/maskSecrets";
import { resourceOf, type StackState } from "../shared/state";
import { truncate } from "../shared/text";
import { type ApprovedObject, isEqual, isSecret } from "./pulumiPlan";

/** The objects that a plan changes or deletes, by the events of its preview. */
export function objectsBefore(events: EngineEvent[]): ApprovedObject[] {
  const objects = new Map<string, ApprovedObject>();
  const add = ({ urn, id }: ApprovedObject, inputs?: Props | null) => {
    const key = JSON.stringify([urn, id]);
    // A refresh within the plan comes first, and has the same inputs as the state.
    if (!objects.has(key))
      objects.set(key, { urn, id, ...(inputs !== undefined && { inputs: inputs ?? {} }) });
  };
  const steps = events.flatMap(({ resourcePreEvent: event }) => (event ? [event.metadata] : []));
  const isDeletion = ({ op }: { op: string }) => op === "delete-replaced";
  for (const step of steps) {
    if (step.old && step.op !== "same" && !isDeletion(step)) add(step.old, step.old.inputs);
  }
  // A replacement of this plan has other steps, too.
  for (const step of steps) if (step.old && isDeletion(step)) add(step.old);
  return [...objects.values()];
}

/** A text for each difference since the plan was made, in the objects that the plan changes or deletes. */
export const changedSince = (before: ApprovedObject[], { resources }: StackState): string[] =>
  before.flatMap(({ urn, id, inputs: approved }) => {
    const { name } = parseUrn(urn);
    const found = resources.filter(
      (one) => one.urn === urn && one.isReplaced === (approved === undefined),
    );
    const object = found.find((one) => one.id === id);
    if (object === undefined) {
      const [other] = found;
      return [
        other
          ? `${name}: its ID was ${id} and is now ${other.id}`
          : `${name} is no longer in the state`,
      ];
    }
    if (approved === undefined) return [];
    const { inputs } = object;
    const isOther = (key: string) =>
      !key.startsWith("__") && !isEqual(approved[key], inputs[key], isAsApproved);
    return Object.keys({ ...approved, ...inputs })
      .filter(isOther)
      .map((key) => `${name}: ${key} was ${shown(approved[key])} and is now ${shown(inputs[key])}`);
  });

/** The objects that a refresh found in the tenant. */
export const foundObjects = ({ objects }: Pick<RefreshResult, "objects">): ApprovedObject[] =>
  objects.flatMap(({ op, urn, old, new: live }) => {
    if (op === "delete" || !live) return [];
    // The live inputs of an unchanged object can have what `ignoreChanges` leaves to Auth0.
    const { inputs = {} } = (op === "same" ? old : live) ?? {};
    return [{ urn, id: live.id, inputs: maskSecrets(schemaOf(urn), inputs) as Props }];
  });

/** A text for each difference between what a plan's refresh found in the tenant, and what a later one found. */
export function changedInTenant(before: ApprovedObject[], now: ApprovedObject[]): string[] {
  const urns = new Set([...before, ...now].map(({ urn }) => urn));
  return [...urns].flatMap((urn) => {
    const [one, other] = [before, now].map((all) => all.find((object) => object.urn === urn));
    const { name } = parseUrn(urn);
    if (!one) return [`${name} was missing and now exists`];
    if (!other) return [`${name} is now missing`];
    if (one.id !== other.id) return [`${name}: its ID was ${one.id} and is now ${other.id}`];
    return propertyDiff(schemaOf(urn), one.inputs ?? {}, other.inputs ?? {}).map(
      ({ path, expected, live }) =>
        `${name}: ${path} was ${shown(expected)} and is now ${shown(live)}`,
    );
  });
}

const schemaOf = (urn: string) => resourceOf(parseUrn(urn).types.at(-1) ?? "")?.schema ?? {};

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

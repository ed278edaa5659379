import { unknownValue } from "../../provider/schema/unknown";
import { isObject, type Json, mapProps, type Props } from "../../provider/shared/json";
import { secretSignature, signatureKey } from "../../provider/stateStrings";
import type { StateResource } from "../shared/state";

/** The file that `pulumi preview --save-plan` writes. */
export interface Plan {
  resourcePlans: Record<string, ResourcePlan>;
}

/** A plan with what `ci preview` adds to it, which the Pulumi CLI ignores. */
export interface ApprovedPlan extends Plan {
  objectsBefore: ApprovedObject[];
  /** The domains of tenants in the environment. */
  domains: Record<string, string | undefined>;
  /** What the refresh of `ci preview` found in the tenant. */
  objectsFound?: FoundObject[];
}

/** An object that a plan changes or deletes, as the state had it before, without its name in a new alias. */
export type ApprovedObject = Pick<
  StateResource,
  "urn" | "id" | "inputs" | "isReplaced" | "retainOnDelete" | "modified"
>;

/** An object in the tenant, with masked secrets. */
export type FoundObject = Pick<StateResource, "urn" | "id" | "inputs">;

/**
 * A plan for a deletion has no goal. The `state` of the stack has all of its outputs. It's null if the
 * preview doesn't know the resource's provider yet.
 */
export interface ResourcePlan {
  steps?: string[];
  goal?: { type?: string; inputDiff?: object; outputDiff?: OutputDiff };
  state?: Props | null;
}

/** The properties that change. */
interface OutputDiff {
  adds?: Props;
  updates?: Props;
  deletes?: string[];
}

/** Pulumi's SDKs set it in previews, and never in updates, if an output is a whole resource. */
const resourceMark = "@isPulumiResource";

/** In other languages, such an output refers to the resource, and has no ID before the resource does. */
const referenceSignature = "5cf8f73096256a8f31e491e813e4eb8e";

const isWholeResource = (value: Props): boolean =>
  value[resourceMark] === true || (value[signatureKey] === referenceSignature && value.id === "");

/** Pulumi's mark of a number that JSON doesn't have: `floatSignature` in pkg/resource/stack/deployment.go. */
const floatSignature = "8ad145fe-0d11-4827-bfd7-1abcbf086f5c";

/** Infinity has these bits after the sign. NaN has others. */
const infinityBits = "ff0000000000000";

const isNotANumber = (value: Props): boolean =>
  value[signatureKey] === floatSignature && !String(value.value).endsWith(infinityBits);

/**
 * A plan that an update can fulfill. Among the outputs, the engine would compare whole resources with the marks of
 * the preview, and NaN with itself, which it isn't equal to. It accepts any value for an unknown one. The
 * resources have their own plans.
 */
export function fulfillable(plan: Plan): Plan {
  const resourcePlans = mapProps(plan.resourcePlans, (planned) => {
    const { goal, state } = planned;
    if (!goal?.outputDiff || !state) return planned;
    const { adds = {}, updates = {}, ...diff } = goal.outputDiff;
    const outputDiff = {
      ...diff,
      adds: mapProps(adds, masked),
      updates: mapProps(updates, masked),
    };
    return { ...planned, goal: { ...goal, outputDiff }, state: mapProps(state, masked) };
  });
  return { ...plan, resourcePlans };
}

function masked(value: Json): Json {
  if (Array.isArray(value)) return value.map(masked);
  if (!isObject(value)) return value;
  return isWholeResource(value) || isNotANumber(value) ? unknownValue : mapProps(value, masked);
}

/** Whether an update of resources that don't change would save other outputs than are saved. */
export const changesOutputs = (
  { adds, updates, deletes = [] }: OutputDiff = {},
  saved: Props = {},
): boolean =>
  deletes.length > 0 ||
  Object.entries({ ...adds, ...updates }).some(
    ([name, value]) => !isEqual(value, saved[name], asSaved(false)),
  );

/**
 * The stack's outputs whose value differs in a later plan. If no value differs, the outputs with secrets, because
 * each plan encrypts them with another nonce.
 */
export function differingOutputs(approved: Plan, later: Plan): string[] {
  const [before, now] = [stackOutputs(approved), stackOutputs(later)];
  const names = Object.keys({ ...before, ...now });
  const differing = names.filter((name) => !isEqual(before[name], now[name], asPlanned));
  const isSecretInPart = (name: string) => JSON.stringify(now[name])?.includes(secretSignature);
  return differing.length > 0 ? differing : names.filter(isSecretInPart);
}

const stackOutputs = ({ resourcePlans }: Plan): Props =>
  Object.values(resourcePlans).find(({ goal }) => goal?.type === "pulumi:pulumi:Stack")?.state ??
  {};

/** Whether two values are equal. Undefined if their parts decide. */
type Rule = (one: Json | undefined, other: Json | undefined) => boolean | undefined;

const isNothing = (value: Json | undefined) => value === undefined || value === null;

export const isSecret = (value: Json | undefined) =>
  isObject(value) && value[signatureKey] === secretSignature;

/**
 * If a resource doesn't change, a preview can have an unknown value for an absent one, and its secrets don't
 * change either. The nonces hide whether other secrets change.
 */
const asSaved =
  (inResource: boolean): Rule =>
  (planned, saved) => {
    if (isNothing(planned) || planned === unknownValue) return isNothing(saved);
    if (isSecret(planned)) return inResource && isSecret(saved);
    if (!isObject(planned) || planned[resourceMark] !== true) return undefined;
    const { [resourceMark]: _, ...properties } = planned;
    return isEqual(properties, saved, asSaved(true));
  };

const asPlanned: Rule = (before, now) =>
  [before, now].includes(unknownValue) ||
  [before, now].every(isNothing) ||
  [before, now].every(isSecret) ||
  undefined;

export function isEqual(one: Json | undefined, other: Json | undefined, rule: Rule): boolean {
  const ruled = rule(one, other);
  if (ruled !== undefined) return ruled;
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((item, at) => isEqual(item, other[at], rule));
  }
  if (!isObject(one) || !isObject(other)) return one === other;
  return Object.keys({ ...one, ...other }).every((key) => isEqual(one[key], other[key], rule));
}

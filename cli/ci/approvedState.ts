import type { EngineEvent } from "@pulumi/pulumi/automation";
import type { Json, Props } from "../../provider/shared/json";
import { parseUrn } from "../../provider/shared/urn";
import { secretSignature } from "../../provider/stateStrings";
import { propertyDiff } from "../refresh/propertyDiff";
import type { RefreshResult } from "../refresh/refreshEvents";
import { maskSecrets } from "../shared/maskSecrets";
import { resourceOf, type StackState, type StateResource } from "../shared/state";
import { truncate } from "../shared/text";
import { type ApprovedObject, type FoundObject, isEqual, isSecret } from "./pulumiPlan";

/** The objects that the steps of a plan's preview change or delete, as the state had them before the preview. */
export function objectsBefore(events: EngineEvent[], { resources }: StackState): ApprovedObject[] {
  const steps = events.flatMap(({ resourcePreEvent: event }) => (event ? [event.metadata] : []));
  const objects = new Map<string, ApprovedObject>();
  for (const { op, old } of steps) {
    if (!old || unchanging.includes(op)) continue;
    const { urn, id } = old;
    const found = resources.find((one) => one.urn === urn && one.id === id);
    const { inputs = {}, isReplaced = false, retainOnDelete = false, modified } = found ?? {};
    const object = { urn, id, inputs, isReplaced, retainOnDelete };
    // A replacement has several steps.
    objects.set(JSON.stringify([urn, id]), { ...object, ...(modified && { modified }) });
  }
  return [...objects.values()];
}

const unchanging: string[] = ["same", "refresh", "read"];

/** A text for each difference since the plan was made, in the objects that the plan changes or deletes. */
export const changedSince = (before: ApprovedObject[], { resources }: StackState): string[] =>
  before.flatMap((approved) => {
    const { name } = parseUrn(approved.urn);
    const found = resources.filter(
      ({ urn, isReplaced }) => urn === approved.urn && isReplaced === approved.isReplaced,
    );
    const object = found.find(({ id }) => id === approved.id);
    const [other] = found;
    if (object) return differences(name, approved, object);
    return [
      other
        ? `${name}: its ID was ${approved.id} and is now ${other.id}`
        : `${name} is no longer in the state`,
    ];
  });

function differences(name: string, approved: ApprovedObject, now: StateResource): string[] {
  const { inputs: before } = approved;
  const isOther = (key: string) =>
    !key.startsWith("__") && !isEqual(before[key], now.inputs[key], secretsAreEqual);
  const changed = Object.keys({ ...before, ...now.inputs })
    .filter(isOther)
    .map((key) => `${name}: ${key} was ${shown(before[key])} and is now ${shown(now.inputs[key])}`);
  if (changed.length > 0) return changed;
  if (approved.retainOnDelete !== now.retainOnDelete)
    return [`${name}: the option retainOnDelete has changed`];
  // This is the only trace of another secret, because each update encrypts all secrets anew.
  const mayDiffer = hasSecret(now.inputs) && approved.modified !== now.modified;
  return mayDiffer ? [`${name}: another update has changed it, and may have changed a secret`] : [];
}

const hasSecret = (inputs: Props): boolean => JSON.stringify(inputs).includes(secretSignature);

/** The variables that set the domain of a tenant. The engine compares the configuration, but not these. */
export const domainVariables = (env: NodeJS.ProcessEnv): Record<string, string | undefined> =>
  Object.fromEntries(Object.entries(env).filter(([name]) => name.endsWith("AUTH0_DOMAIN")));

/** A text for each of these variables that differs from the plan's. */
export const changedDomains = (
  before: Record<string, string | undefined>,
  now: Record<string, string | undefined>,
): string[] =>
  Object.keys({ ...before, ...now })
    .filter((name) => before[name] !== now[name])
    .map((name) => `${name} was ${shown(before[name])} and is now ${shown(now[name])}`);

/** The objects that a refresh found in the tenant. */
export const foundObjects = ({ objects }: Pick<RefreshResult, "objects">): FoundObject[] =>
  objects.flatMap(({ op, urn, old, new: live }) => {
    if (op === "delete" || !live) return [];
    // The live inputs of an unchanged object can have what `ignoreChanges` leaves to Auth0.
    const { inputs = {} } = (op === "same" ? old : live) ?? {};
    return [{ urn, id: live.id, inputs: maskSecrets(schemaOf(urn), inputs) as Props }];
  });

/** A text for each difference between what a plan's refresh found in the tenant, and what a later one found. */
export function changedInTenant(before: FoundObject[], now: FoundObject[]): string[] {
  const urns = new Set([...before, ...now].map(({ urn }) => urn));
  return [...urns].flatMap((urn) => {
    const [one, other] = [before, now].map((all) => all.find((object) => object.urn === urn));
    const { name } = parseUrn(urn);
    if (!one) return [`${name} was missing and now exists`];
    if (!other) return [`${name} is now missing`];
    if (one.id !== other.id) return [`${name}: its ID was ${one.id} and is now ${other.id}`];
    return propertyDiff(schemaOf(urn), one.inputs, other.inputs).map(
      ({ path, expected, live }) =>
        `${name}: ${path} was ${shown(expected)} and is now ${shown(live)}`,
    );
  });
}

const schemaOf = (urn: string) => resourceOf(parseUrn(urn).types.at(-1) ?? "")?.schema ?? {};

const secretsAreEqual = (before: Json | undefined, now: Json | undefined): true | undefined =>
  (isSecret(before) && isSecret(now)) || undefined;

/** The maximum of characters for a value. */
const maxLength = 200;

const shown = (value: Json | undefined): string => {
  const text = JSON.stringify(value, (_, part) => (isSecret(part) ? "[secret]" : part));
  return truncate(text ?? "not set", maxLength);
};

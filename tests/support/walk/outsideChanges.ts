import fc from "fast-check";
import type { Tenant } from "../../../emulator/src";
import { replacedKeys } from "../../../provider/schema/diff";
import type { Json, Props } from "../../../provider/shared/json";
import { mapSecrets } from "../engine/secretValues";
import { collectionOf, storedObject, wire, wireName } from "../tenant/objects";
import { inputsOf } from "../values/arbitrary";
import { canBeEqual, type Kind, kindNamed, without } from "../values/kinds";
import { type Claim, comparable } from "./tenant";

/** A change that somebody else makes in the tenant, to the object of a slot or beside it. */
export interface OutsideChange {
  what: "change" | "delete" | "add";
  slot: string;
  kind: string;
  /** The property that a change sets, to the first of `inputs` that Auth0 accepts. */
  key: string;
  inputs: Props[];
}

export const outsideChanges = (slots: Record<string, Kind>): fc.Arbitrary<OutsideChange> =>
  fc.oneof(
    ...Object.entries(slots).flatMap(([slot, { name, resource, routes }]) => {
      if (!routes.list) return [];
      const changed = fc.record({
        what: fc.constantFrom<OutsideChange["what"]>(...Array(4).fill("change"), "delete", "add"),
        slot: fc.constant(slot),
        kind: fc.constant(name),
        inputs: fc.array(inputsOf(resource.inputs), { minLength: 4, maxLength: 4 }),
        key: fc.constantFrom(...Object.keys(resource.inputs.properties)),
      });
      return [changed];
    }),
  );

const anHourAgo = () => new Date(Date.now() - 3_600_000).toISOString();

/** Makes the change if its slot has an object. Returns the object that it added, if any. */
export function changeOutside(
  tenant: Tenant,
  outside: OutsideChange,
  claim: Claim | undefined,
  tag: string,
): Props | undefined {
  const kind = kindNamed(outside.kind);
  const objects = collectionOf(tenant, kind);
  const found = objects.get(claim?.id ?? "");
  if (outside.what === "add") {
    const added = addedObject(kind, found, tag);
    objects.set(`${added.id}`, added);
    return added;
  }
  if (claim && found && outside.what === "delete") objects.delete(claim.id);
  if (claim && found && outside.what === "change") change(found, claim, outside, tag);
  return undefined;
}

/** Changes a property as the API allows it. A changed secret always comes with a visible change. */
function change(
  found: Props,
  { kind, inputs: olds }: Claim,
  { inputs, key }: OutsideChange,
  tag: string,
) {
  const { resource, unique } = kindNamed(kind);
  const name = wireName(key);
  const shown = (value: Json | undefined) =>
    JSON.stringify(comparable(kind, { [name]: value }, false));
  const value = inputs
    .map(
      (one) => mapSecrets(kind, { ...one, ...unique(tag) }, () => `canary-elsewhere-${tag}`)[key],
    )
    .find(
      (one) =>
        one !== undefined &&
        replacedKeys(resource.inputs, olds, { ...olds, [key]: one }).length === 0 &&
        shown(wire(one)) !== shown(found[name]),
    );
  if (value === undefined) return;
  Object.assign(found, { [name]: wire(value), updated_at: new Date().toISOString() });
}

/** An object that differs from ours only in its natural key, and is older than this run. */
function addedObject(kind: Kind, like: Props | undefined, tag: string): Props {
  const id = kind.id(tag);
  const key = wire(kind.unique(tag));
  const times = { created_at: anHourAgo(), updated_at: anHourAgo() };
  const found = structuredClone(like ?? storedObject(kind, id, kind.first));
  const others = without(found, Object.keys(key));
  return { ...others, ...(!canBeEqual(kind) && key), id, ...times };
}

import fc from "fast-check";
import type { Tenant } from "../../../emulator/src";
import { replacedKeys } from "../../../provider/schema/diff";
import type { Json, Props } from "../../../provider/shared/json";
import { mapSecrets } from "../engine/secretValues";
import { collectionOf, storedObject, wire, wireName } from "../tenant/objects";
import { inputsOf } from "../values/arbitrary";
import { canBeEqual, type Kind, kindNamed, without } from "../values/kinds";
import { type Claim, comparable } from "./tenant";

/** What somebody else does in the tenant to the object of a slot. */
export interface Meddling {
  what: "change" | "delete" | "foreign";
  slot: string;
  kind: string;
  /** A change of this property, to one of these that the service accepts. */
  key: string;
  inputs: Props[];
}

export const meddlings = (slots: Record<string, Kind>): fc.Arbitrary<Meddling> =>
  fc.oneof(
    ...Object.entries(slots).flatMap(([slot, { name, resource, routes }]) => {
      if (!routes.list) return [];
      const changed = fc.record({
        what: fc.constantFrom<Meddling["what"]>(...Array(4).fill("change"), "delete", "foreign"),
        slot: fc.constant(slot),
        kind: fc.constant(name),
        inputs: fc.array(inputsOf(resource.inputs), { minLength: 4, maxLength: 4 }),
        key: fc.constantFrom(...Object.keys(resource.inputs.properties)),
      });
      return [changed];
    }),
  );

const anHourAgo = () => new Date(Date.now() - 3_600_000).toISOString();

/** Does it to the object of a slot, if there is one; gives the object that was added, if any. */
export function meddle(
  tenant: Tenant,
  meddling: Meddling,
  claim: Claim | undefined,
  tag: string,
): Props | undefined {
  const kind = kindNamed(meddling.kind);
  const objects = collectionOf(tenant, kind);
  const found = objects.get(claim?.id ?? "");
  if (meddling.what === "foreign") {
    const added = foreign(kind, found, tag);
    objects.set(`${added.id}`, added);
    return added;
  }
  if (claim && found && meddling.what === "delete") objects.delete(claim.id);
  if (claim && found && meddling.what === "change") change(found, claim, meddling, tag);
  return undefined;
}

/** Changes a property as the API allows it; a changed secret always comes with a change that shows. */
function change(
  found: Props,
  { kind, inputs: olds }: Claim,
  { inputs, key }: Meddling,
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

/** One that looks like ours but for the natural key, and is older than this run. */
function foreign(kind: Kind, like: Props | undefined, tag: string): Props {
  const id = kind.id(tag);
  const key = wire(kind.unique(tag));
  const times = { created_at: anHourAgo(), updated_at: anHourAgo() };
  const found = structuredClone(like ?? storedObject(kind, id, kind.first));
  const others = without(found, Object.keys(key));
  return { ...others, ...(!canBeEqual(kind) && key), id, ...times };
}

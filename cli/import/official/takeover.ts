import { placeholderPaths, secretPlaceholder } from "../../../provider/schema/placeholder";
import { isObject, type Json, ownProperty, type Props } from "../../../provider/shared/json";
import { officialResources, type StackObject } from "../../shared/stackObjects";
import type { TenantObject } from "../../shared/tenantObjects";
import { countOf } from "../../shared/text";
import type { SkippedObject } from "../importPlan";
import type { ImportOptions } from "../options";
import { selector } from "../select";
import type { OfficialState } from "./officialState";

export interface Takeover {
  /** The objects, with their names in the old program. */
  objects: TenantObject[];
  skipped: SkippedObject[];
  /** The secret of the old state at a path of an object's inputs. */
  oldSecret: (object: TenantObject, path: string[]) => string | undefined;
}

/** Finds the objects of an official provider's state in a tenant. Throws if the tenant has none of them. */
export function takeOver(
  state: OfficialState,
  inTenant: TenantObject[],
  inStacks: StackObject[],
  tenant: string,
): Takeover {
  const live = new Map(inTenant.map((object) => [object.id, object]));
  assertInTenant(state, live, tenant);
  // Two resources of the old tool may manage the same object.
  const byId = new Map(state.objects.map((official) => [official.id, official]));
  const objects: TenantObject[] = [];
  const skipped: SkippedObject[] = [];
  for (const { kind, id, name: label, secretInputs } of byId.values()) {
    const object = live.get(id);
    const holder = inStacks.find((resource) => resource.id === id && !resource.isOfficial);
    if (object && !holder) objects.push(withNote({ ...object, label }, secretInputs));
    else skipped.push({ kind, id, label, ...whyNot(holder, tenant) });
  }
  const oldSecret = ({ id, inputs }: TenantObject, path: string[]) =>
    secretIn(byId.get(id)?.secretInputs ?? {}, inputs, path);
  return { objects, skipped, oldSecret };
}

function assertInTenant(
  { objects, ignored }: OfficialState,
  live: Map<string, TenantObject>,
  tenant: string,
): void {
  const [first] = objects;
  if (first === undefined && ignored.length === 0) {
    const kinds = officialResources.map(({ kind }) => `no ${kind}`).join(" and ");
    throw new Error(
      `The old tool's state has ${kinds}. Check that you passed the right stack or workspace.`,
    );
  }
  if (first === undefined || objects.some(({ id }) => live.has(id))) return;
  throw new Error(
    `${tenant} has none of the objects in that state (${countOf(objects.length, "object")}, such as ${first.kind} ${first.id}). Check that the stack is configured for their tenant`,
  );
}

const whyNot = (holder: StackObject | undefined, tenant: string) =>
  holder
    ? {
        reasons: [`the stack ${holder.stack} already manages it as "${holder.name}"`],
        isHeld: true,
      }
    : { reasons: [`${tenant} doesn't have it`] };

/** The object, with a note if the old state lacks the tenant's secret. */
function withNote(object: TenantObject, old: Props): TenantObject {
  const lost = placeholderPaths(object.inputs)
    .map((path) => path.split("."))
    .filter((path) => secretIn(old, object.inputs, path) === undefined);
  const inputs = [...new Set(lost.map(([input = ""]) => input))];
  const notes = inputs.map(
    (input) =>
      `Its secret isn't carried over, because the old state doesn't contain it, or because someone changed the ${input} outside the old tool. Set the secret yourself.`,
  );
  return { ...object, notes: [...object.notes, ...notes] };
}

/**
 * The secret of the old state for an object of the tenant. Undefined if the rest of the input differs, such
 * as a webhook's endpoint, because whoever changed that outside the old tool also had to send the secret.
 */
function secretIn(old: Props, inputs: Props, path: string[]): string | undefined {
  const [input = ""] = path;
  if (!agrees(inputs[input] ?? null, ownProperty(old, input))) return undefined;
  const secret = path.reduce<Json | undefined>(
    (value, key) => (isObject(value) ? ownProperty(value, key) : undefined),
    old,
  );
  return typeof secret === "string" && secret !== "" ? secret : undefined;
}

/** Whether an old value has every property of the tenant's value, except for secrets. */
function agrees(live: Json, old: Json | undefined): boolean {
  if (!isObject(live)) return live === old || live === secretPlaceholder;
  return Object.entries(live).every(
    ([key, value]) => isObject(old) && agrees(value, ownProperty(old, key)),
  );
}

/** The objects of a takeover that the user selects. Throws if the old state has none of them. */
export function selectTakeover(
  { objects, skipped }: Takeover,
  { kind: kinds, ...selection }: Pick<ImportOptions, "id" | "name" | "kind">,
): Pick<Takeover, "objects" | "skipped"> {
  const isOfUser = selector(selection);
  const isSelected = (object: Pick<TenantObject, "kind" | "id" | "label">) =>
    (kinds?.includes(object.kind) ?? true) && isOfUser(object);
  const selected = { objects: objects.filter(isSelected), skipped: skipped.filter(isSelected) };
  const ids = [...selected.objects, ...selected.skipped].map(({ id }) => id);
  const missing = (selection.id ?? []).filter((id) => !ids.includes(id));
  if (missing.length > 0 || (ids.length === 0 && objects.length + skipped.length > 0)) {
    const what = missing.length > 0 ? `with the ID ${missing.join(" or ")}` : "like that";
    throw new Error(
      `The old tool's state has no object ${what}. Check --id, --kind, and --name. Pass the names from the old program.`,
    );
  }
  return selected;
}

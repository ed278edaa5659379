import { naturalKeyOf } from "../../../provider/resources/definition";
import { containsUnknown } from "../../../provider/schema/unknown";
import { joinWords } from "../../../provider/schema/wording";
import { isObject } from "../../../provider/shared/json";
import type { TenantObject } from "../../shared/tenantObjects";
import type { DeclaredResource } from "./previewProgram";

/** A declared resource, and the object of its tenant that it may take. */
export interface Pair {
  resource: DeclaredResource;
  object: TenantObject;
}

export interface LeftOut {
  resource: DeclaredResource;
  reason: string;
  /** Whether the next `pulumi up` can create the resource, as far as a preview shows. */
  isNew?: boolean;
}

export interface Found {
  pairs: Pair[];
  leftOut: LeftOut[];
}

/** The objects of the tenant that a resource's Provider configures. */
export type ObjectsOf = (resource: DeclaredResource) => Promise<{
  tenant: string;
  objects: TenantObject[];
}>;

/** Finds the object of the tenant that has the natural key of a declared resource. */
export async function findByKey(
  resources: DeclaredResource[],
  objectsOf: ObjectsOf,
): Promise<Found> {
  const found: Found = { pairs: [], leftOut: [] };
  const indexes = new Map<TenantObject[], KeyIndex>();
  const declared = new Map<string, DeclaredResource[]>();
  const candidates: { resource: DeclaredResource; key: string; index: KeyIndex; all: string }[] =
    [];
  for (const resource of resources) {
    const unknown = whyUnknown(resource);
    const key = naturalKeyOf(resource.definition, resource.inputs);
    if (unknown !== undefined || key === undefined) {
      found.leftOut.push({ resource, reason: unknown ?? "", isNew: true });
      continue;
    }
    const { tenant, objects } = await objectsOf(resource);
    const index = indexes.get(objects) ?? indexByKey(resource.definition, objects);
    indexes.set(objects, index);
    const all = `${tenant} ${resource.definition.name} ${key}`;
    const same = declared.get(all);
    if (same) same.push(resource);
    else declared.set(all, [resource]);
    candidates.push({ resource, key, index, all });
  }
  for (const { resource, key, index, all } of candidates) {
    const { object, reason } = index.find(key);
    const others = (declared.get(all) ?? []).filter((other) => other !== resource);
    const shared =
      others.length > 0 && `${others.map(({ urn }) => urn).join(", ")} declares it, too`;
    if (object && shared) found.leftOut.push({ resource, reason: `${object.id}: ${shared}` });
    else if (object) found.pairs.push({ resource, object });
    else if (reason !== undefined) found.leftOut.push({ resource, reason });
  }
  return found;
}

/** Why a preview doesn't show the natural key of a resource. Undefined if it does. */
function whyUnknown({ definition, inputs, name }: DeclaredResource): string | undefined {
  const { naturalKey = [], name: kind } = definition;
  const words = joinWords(naturalKey, "and");
  const byId = `If the object already exists, pass the ${kind}'s ID: --id <id> --as ${name}`;
  if (naturalKey.some((key) => containsUnknown(inputs[key]) || isObject(inputs[key]))) {
    return `the preview doesn't show its ${words}. ${byId}`;
  }
  if (naturalKeyOf(definition, inputs) !== undefined) return undefined;
  return naturalKey.length === 0
    ? `objects of this kind have no name to find them by. ${byId}`
    : `the program sets no ${words}. ${byId}`;
}

interface KeyIndex {
  find(key: string): { object?: TenantObject; reason?: string };
}

/** The objects of one kind, by their natural keys. */
function indexByKey(definition: DeclaredResource["definition"], objects: TenantObject[]): KeyIndex {
  const byKey = new Map<string, TenantObject[]>();
  const byLowerCase = new Map<string, TenantObject>();
  for (const object of objects) {
    const key = naturalKeyOf(definition, object.inputs);
    if (key === undefined) continue;
    const same = byKey.get(key);
    if (same) same.push(object);
    else byKey.set(key, [object]);
    byLowerCase.set(key.toLowerCase(), object);
  }
  const words = joinWords(definition.naturalKey ?? [], "and");
  return {
    find(key) {
      const [object, ...others] = byKey.get(key) ?? [];
      const similar = byLowerCase.get(key.toLowerCase());
      if (object && others.length === 0) return { object };
      if (object) {
        const ids = [object, ...others].map(({ id }) => id).join(", ");
        return {
          reason:
            `${ids} have the same ${words}. ` +
            "Delete the duplicates, or pass the ID to import with --id and --as",
        };
      }
      if (!similar) return {};
      return {
        reason:
          `${similar.id} has the same ${words} except for the case: ${similar.label}. ` +
          "Use the same case in the program",
      };
    },
  };
}

/** Finds the object with an id, for the resource with a name or a URN. Throws if there is no such pair. */
export async function findById(
  resources: DeclaredResource[],
  { name, id }: { name: string; id: string },
  objectsOf: ObjectsOf,
): Promise<Found> {
  const named = resources.filter((resource) => resource.name === name || resource.urn === name);
  if (named.length === 0) {
    throw new Error(
      `The program doesn't declare the resource ${JSON.stringify(name)}, or the state already contains it. ` +
        "With --as, pass the name of a declared resource that isn't in the state.",
    );
  }
  const pairs: Pair[] = [];
  for (const resource of named) {
    const { objects } = await objectsOf(resource);
    pairs.push(...objects.filter((one) => one.id === id).map((object) => ({ resource, object })));
  }
  if (pairs.length > 1) {
    const urns = pairs.map(({ resource: { urn } }) => urn).join(", ");
    throw new Error(
      `Several resources have the name ${name}. Pass the URN of one of them with --as: ${urns}`,
    );
  }
  if (pairs.length === 0) {
    const [{ definition: kind } = {}] = named;
    throw new Error(
      `The tenant of the resource ${name} has no ${kind?.name} with the ID ${id}. To see its objects, pass --list.`,
    );
  }
  return { pairs, leftOut: [] };
}

import { ApiError } from "../../provider/api/apiError";
import type { ListedObject } from "../../provider/lifecycle/read/listObjects";
import { lifecycle } from "../../provider/lifecycle/resource";
import type { Session } from "../../provider/lifecycle/session";
import * as resources from "../../provider/resources";
import { naturalKeyOf, type ResourceDefinition } from "../../provider/resources/definition";
import { pathText } from "../../provider/schema/path";
import { visit } from "../../provider/schema/walk";
import type { Json } from "../../provider/shared/json";
import type { StackObject } from "./stackObjects";
import { compare } from "./text";

/** An object of the tenant. */
export interface TenantObject extends ListedObject {
  kind: string;
  /** Empty if Auth0 doesn't return it. */
  createdAt: string;
  /** What the user should know about its import, in sentences. */
  notes: string[];
}

export const listedKinds = Object.values(resources).filter(({ list }) => list !== undefined);

/**
 * The objects of some kinds, in the order of the kinds. If a kind can't be listed, `onFailure` throws, or the others
 * are listed without it. `onPage` gets the number of objects of each page.
 */
export async function objectsOfKinds(
  session: Session,
  kinds: ResourceDefinition[],
  onFailure = (error: unknown): void => {
    throw error;
  },
  onPage: (count: number) => void = () => {},
): Promise<TenantObject[]> {
  const objects: TenantObject[][] = [];
  for (const kind of kinds) {
    const ofKind: TenantObject[] = [];
    try {
      for await (const page of lifecycle(kind).list(session)) {
        ofKind.push(...page.map((object) => tenantObject(kind, object)));
        onPage(page.length);
      }
      objects.push(ofKind);
    } catch (error) {
      onFailure(error);
    }
  }
  return objects.flat();
}

/** Whether the tenant's plan lacks a kind of object, so that the tenant has none. */
export const lacksKind = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.kind === "notEntitled";

function tenantObject(
  { name: kind, list }: ResourceDefinition,
  object: ListedObject,
): TenantObject {
  return {
    ...object,
    failures: [...object.failures, ...brokenTexts(object.inputs)],
    kind,
    createdAt: String(object.outs[list?.creationTime ?? ""] ?? ""),
    notes: [...object.undeclared.map(undeclaredNote), ...object.warnings],
  };
}

/** An update of a property leaves out its fields that schema.json doesn't declare. */
function undeclaredNote(path: string): string {
  const field =
    `The tenant has the field ${JSON.stringify(path)}. This version doesn't recognize it, ` +
    "so Pulumi doesn't manage it.";
  const [property = ""] = path.split(".");
  return property === path
    ? field
    : `${field} An update to ${JSON.stringify(property)} leaves it out.`;
}

/**
 * A sentence for each text that Pulumi would change. Its protocol can't have half of a character (an unpaired
 * surrogate), so the state would always differ from the program.
 */
const brokenTexts = (inputs: Json): string[] =>
  visit({}, inputs)
    .filter(({ value }) => typeof value === "string" && /\p{Surrogate}/u.test(value))
    .map(
      ({ path }) =>
        `${pathText(path)} contains an invalid Unicode character (an unpaired surrogate), ` +
        "which Pulumi can't store. Correct it in the tenant",
    );

export interface UnmanagedObject extends TenantObject {
  /**
   * Resources of the same tenant with the same natural key and another id. The object may be a duplicate from a
   * lost create, or it may replace the object that the stack manages.
   */
  couldBe: Pick<StackObject, "stack" | "name" | "id">[];
}

/** The objects that no stack manages, by kind, the oldest first. */
export function unmanagedObjects(
  objects: TenantObject[],
  inStacks: StackObject[],
): UnmanagedObject[] {
  const keyed = inStacks.map((resource) => ({ key: keyOf(resource, resource.tenant), resource }));
  const ids = new Set(inStacks.map(({ id }) => id));
  const undeclared = objects.filter(({ id }) => !ids.has(id));
  const unmanaged = undeclared.map((object) => {
    const key = keyOf(object, object.outs.tenant);
    const twins = keyed.filter((one) => key !== undefined && one.key === key);
    const couldBe = twins.map(({ resource: { stack, name, id } }) => ({ stack, name, id }));
    return { ...object, couldBe };
  });
  return unmanaged.sort(
    (a, b) => compare(a.kind, b.kind) || compare(a.createdAt, b.createdAt) || compare(a.id, b.id),
  );
}

function keyOf(
  { kind, inputs }: Pick<StackObject, "kind" | "inputs">,
  tenant: Json | undefined,
): string | undefined {
  const definition = listedKinds.find(({ name }) => name === kind);
  const key = definition && naturalKeyOf(definition, inputs);
  return key && `${tenant} ${kind} ${key}`;
}

import { naturalKeyOf } from "../../provider/resources/definition";
import type { Json } from "../../provider/shared/json";
import type { StackObject } from "./stackObjects";
import { listedKinds, type TenantObject } from "./tenantObjects";
import { compare } from "./text";

/** An object that no stack of the project holds. */
export interface UnmanagedObject {
  kind: string;
  id: string;
  /** What users know it by, such as a stream's name. */
  label: string;
  /** When it was made, as the service writes it; empty where the service does not say. */
  createdAt: string;
  /**
   * Resources of the same tenant with the same natural key and another id: the object may be a second one
   * that a lost create has made, or one that replaces what the stack knows.
   */
  couldBe: Pick<StackObject, "stack" | "name" | "id">[];
}

/** Objects that no stack holds, by kind, the oldest first. */
export function unmanagedObjects(
  objects: TenantObject[],
  inStacks: StackObject[],
): UnmanagedObject[] {
  const keyed = inStacks.map((resource) => ({ key: keyOf(resource, resource.tenant), resource }));
  const unmanaged = objects.map((object) => {
    const { kind, id, label, createdAt } = object;
    const key = keyOf(object, object.outs.tenant);
    const twins = keyed.filter((one) => key !== undefined && one.key === key);
    const couldBe = twins.map(({ resource: { stack, name, id } }) => ({ stack, name, id }));
    return { kind, id, label, createdAt, couldBe };
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

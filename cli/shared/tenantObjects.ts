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

/** An object of the tenant, with what its kind says of it. */
export interface TenantObject extends ListedObject {
  kind: string;
  /** When it was made; empty where the service does not say. */
  createdAt: string;
  /** What the user should know about its import, in sentences. */
  notes: string[];
}

export const listedKinds = Object.values(resources).filter(({ list }) => list !== undefined);

/** The objects of one kind. `onPage` gets the number of objects of each page. */
export async function objectsOfKind(
  session: Session,
  definition: ResourceDefinition,
  onPage: (count: number) => void = () => {},
): Promise<TenantObject[]> {
  const objects: TenantObject[] = [];
  for await (const page of lifecycle(definition).list(session)) {
    objects.push(...page.map((object) => tenantObject(definition, object)));
    onPage(page.length);
  }
  return objects;
}

/** The error that says that the tenant does not have a kind of objects: then it has no objects of it. */
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

/** An update of a property is sent without the fields in it that schema.json does not declare. */
function undeclaredNote(path: string): string {
  const field =
    `The tenant has the field ${JSON.stringify(path)}, which this version does not know: ` +
    "it is not managed.";
  const [property = ""] = path.split(".");
  return property === path
    ? field
    : `${field} It is not compared, and an update of ${JSON.stringify(property)} is sent without it.`;
}

/**
 * A sentence for each text that Pulumi would change: its protocol has no half of a character (an unpaired
 * surrogate), so the state would always differ from the program.
 */
const brokenTexts = (inputs: Json): string[] =>
  visit({}, inputs)
    .filter(({ value }) => typeof value === "string" && /\p{Surrogate}/u.test(value))
    .map(
      ({ path }) =>
        `${pathText(path)} has half of a character (an unpaired surrogate), ` +
        "which Pulumi cannot store: correct it in the tenant",
    );

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

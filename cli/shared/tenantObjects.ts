import type { ListedObject } from "../../provider/lifecycle/read/listObjects";
import { lifecycle } from "../../provider/lifecycle/resource";
import type { Session } from "../../provider/lifecycle/session";
import * as resources from "../../provider/resources";
import type { ResourceDefinition } from "../../provider/resources/definition";
import { isObject, type Json } from "../../provider/shared/json";

/** An object of the tenant, with what its kind says of it. */
export interface TenantObject extends ListedObject {
  /** Its name in schema.json, such as `EventStream`. */
  kind: string;
  /** When it was made; empty where the service does not say. */
  createdAt: string;
  /** What the user should know about its import, in sentences. */
  notes: string[];
}

/** The kinds of objects that the service lists. */
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

function tenantObject(
  { name: kind, list }: ResourceDefinition,
  object: ListedObject,
): TenantObject {
  return {
    ...object,
    failures: [...object.failures, ...brokenTexts(object.inputs)],
    kind,
    createdAt: String(object.outs[list?.creationTime ?? ""] ?? ""),
    notes: object.undeclared.map(undeclaredNote),
  };
}

/** An update of a property is sent without the fields in it that schema.json does not declare. */
function undeclaredNote(path: string): string {
  const field = `The tenant has the field ${JSON.stringify(path)}, which this version does not know: it is not managed.`;
  const [property = ""] = path.split(".");
  return property === path
    ? field
    : `${field} It is not compared, and an update of ${JSON.stringify(property)} is sent without it.`;
}

/**
 * A sentence for each text that Pulumi would change: its protocol has no half of a character (an unpaired
 * surrogate), so the state would always differ from the program.
 */
function brokenTexts(value: Json, path = ""): string[] {
  if (typeof value === "string") {
    return /\p{Surrogate}/u.test(value)
      ? [
          `${path} has half of a character (an unpaired surrogate), which Pulumi cannot store: correct it in the tenant`,
        ]
      : [];
  }
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => brokenTexts(item, `${path}[${index}]`));
  }
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, item]) =>
    brokenTexts(item, path === "" ? key : `${path}.${key}`),
  );
}

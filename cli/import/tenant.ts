import type { ListedObject } from "../../provider/lifecycle/listObjects";
import { lifecycle } from "../../provider/lifecycle/resource";
import type { Session } from "../../provider/lifecycle/session";
import * as resources from "../../provider/resources";
import type { ResourceDefinition } from "../../provider/resources/definition";

/** An object of the tenant, with what its kind says of it. */
export interface TenantObject extends ListedObject {
  /** Its name in schema.json, such as `EventStream`. */
  kind: string;
  /** What people know it by, such as a stream's name; empty where it has none. */
  label: string;
  /** When it was made; empty where the service does not say. */
  createdAt: string;
  /** What a person should know about its import, in sentences. */
  notes: string[];
}

/** The kinds of objects that the service lists. */
export const listedKinds = Object.values(resources).filter(({ list }) => list !== undefined);

/** All objects of some kinds, in the order of the kinds. `onPage` gets the number of objects so far. */
export async function readTenant(
  session: Session,
  kinds: ResourceDefinition[],
  onPage: (count: number) => void,
): Promise<TenantObject[]> {
  const objects: TenantObject[] = [];
  for (const definition of kinds) {
    for await (const page of lifecycle(definition).list(session)) {
      objects.push(...page.map((object) => tenantObject(definition, object)));
      onPage(objects.length);
    }
  }
  return objects;
}

function tenantObject(definition: ResourceDefinition, object: ListedObject): TenantObject {
  const { name: kind, nameProperty = "" } = definition;
  return {
    ...object,
    kind,
    label: String(object.inputs[nameProperty] ?? ""),
    createdAt: String(object.outs.createdAt ?? ""),
    notes: object.undeclared.map(
      (path) =>
        `The tenant has the field ${JSON.stringify(path)}, which this version does not know: it is not managed.`,
    ),
  };
}

import { ApiError } from "../../provider/api/apiError";
import type { Session } from "../../provider/lifecycle/session";
import type { ResourceDefinition } from "../../provider/resources/definition";
import { objectsOfKind, type TenantObject } from "../shared/tenantObjects";

/** All objects of some kinds, in the order of the kinds. `onPage` gets the number of objects of each page. */
export async function readTenant(
  session: Session,
  kinds: ResourceDefinition[],
  onPage: (count: number) => void,
): Promise<TenantObject[]> {
  const objects: TenantObject[] = [];
  for (const definition of kinds) {
    const others = kinds.filter((kind) => kind !== definition);
    const ofKind = objectsOfKind(session, definition, onPage).catch((error: unknown) => {
      throw adviseOtherKinds(error, others);
    });
    objects.push(...(await ofKind));
  }
  return objects;
}

/** A token without the permission for one kind, or a tenant without the feature, may grant the others. */
function adviseOtherKinds(error: unknown, others: ResourceDefinition[]): unknown {
  if (!(error instanceof ApiError) || error.status !== 403 || others.length === 0) return error;
  const names = others.map(({ name }) => name).join(" ");
  return error.add(`or import the other objects only: --kind ${names}`);
}

import type { Tenant } from "../../../emulator/src";
import { isObject, type Json, mapProps, type Props } from "../../../provider/shared/json";
import { type Kind, kinds, listedKinds } from "../values/kinds";

/** A tenant's stored objects of a kind, by id. */
export function collectionOf(tenant: Tenant, { definition }: Kind): Map<string, Props> {
  const { fixedId, list } = definition;
  if (!list) return new Map(tenant.fcmv1 && [[fixedId, tenant.fcmv1]]);
  return tenant.objects(list.route.slice("GET /".length)) as Map<string, object> as Map<
    string,
    Props
  >;
}

/** Deletes every object of a tenant. */
export function emptyTenant(tenant: Tenant): void {
  for (const kind of kinds) collectionOf(tenant, kind).clear();
  tenant.fcmv1 = undefined;
}

/** A tenant's objects with ids that Auth0 assigned. */
export const objectsIn = (tenant: Tenant): Map<string, Props> =>
  new Map(listedKinds.flatMap((kind) => [...collectionOf(tenant, kind)]));

/** Puts an object before all others. */
export function putFirst(objects: Map<string, Props>, id: string, object: Props): void {
  const others = [...objects].filter(([key]) => key !== id);
  objects.clear();
  for (const [key, one] of [[id, object] as const, ...others]) objects.set(key, one);
}

/** Auth0's name of a property. It is repeated here, so that the provider's own is tested. */
export const wireName = (key: string) =>
  key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Renames properties to Auth0's names. */
export function wire<Value extends Json>(value: Value): Value;
export function wire(value: Json): Json {
  if (Array.isArray(value)) return value.map((item) => wire(item));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [wireName(key), wire(item)]),
  );
}

export const creationTime = "2026-11-20T12:00:00.000Z";

/** An object with these inputs, as Auth0 stores it. */
export function storedObject({ resource }: Kind, id: string, inputs: Props): Props {
  const defaults = mapProps(resource.inputs.properties, (property) => property.default);
  const times = { created_at: creationTime, updated_at: creationTime };
  return { id, ...times, ...wire({ ...defaults, ...inputs }) };
}

/** Adds an object to a tenant without a request, as another client would. */
export function store(tenant: Tenant, kind: Kind, id: string, inputs: Props): void {
  collectionOf(tenant, kind).set(id, storedObject(kind, id, inputs));
}

/** The outputs of an object that only Auth0 sets. */
export function setByService(tenant: Tenant, kind: Kind, id: string): object {
  const { created_at: createdAt, updated_at: updatedAt } = collectionOf(tenant, kind).get(id) ?? {};
  return { tenant: tenant.domain, ...(createdAt ? { createdAt, updatedAt } : {}) };
}

import type { FastifyInstance, FastifyRequest } from "fastify";
import { type Context, listRequest } from "../context";
import { type ListQuery, pageOf } from "../http/pages";
import { Refusal } from "../http/refusal";
import { laterThan } from "../model/clock";
import { newId, type StoredObject } from "../model/store";
import type { ApiOperation, Collection } from "../resource";

interface Parts {
  Params: { id: string };
  Querystring: ListQuery;
  Body: Fields;
}

type Fields = Record<string, unknown>;

/** Every request belongs to one operation of a collection in one tenant. */
interface Work {
  context: Context;
  collection: Collection;
  operation: ApiOperation;
  objects: Map<string, StoredObject>;
}

/** The handlers by method and by the path below the list's. Each returns the body of the response. */
const handlers: Record<string, (work: Work, request: FastifyRequest<Parts>) => unknown> = {
  "GET ": listPage,
  "POST ": createObject,
  "GET /{id}": (work, { params }) => responseOf(work, existingObject(work, params.id)),
  "PATCH /{id}": updateObject,
  "DELETE /{id}": deleteObject,
};

/** Registers the routes of the list and the objects of a collection that its contract has. */
export function collectionRoutes(
  app: FastifyInstance,
  context: Context,
  collection: Collection,
  operations: ApiOperation[],
): void {
  for (const operation of operations) {
    const { method, path, route, success } = operation;
    const handle = handlers[`${method} ${path.replace(`/${collection.name}`, "")}`];
    if (handle === undefined) continue;
    const hasBody = Object.keys(success.schema).length > 0;
    app.route<Parts>({
      ...route,
      handler: async (request, reply) => {
        const objects = context.store.objects(collection.name);
        const body = handle({ context, collection, operation, objects }, request);
        return reply.code(success.status).send(hasBody ? body : undefined);
      },
    });
  }
}

/** Changes an object as another client would. The request's path ends with an id or a unique value. */
export function editRoute(
  app: FastifyInstance,
  context: Context,
  collection: Collection,
  operation: ApiOperation,
): void {
  const schema = { body: operation.route.schema?.body };
  const objects = context.store.objects(collection.name);
  app.patch<Parts>(`/${collection.name}/:id`, { schema }, async ({ params: { id }, body }) => {
    const found = [...objects.values()].filter(
      (object) =>
        object.id === id ||
        collection.unique?.properties.some((name) => hasValues(object, { [name]: id })),
    );
    const params = { id: found.length === 1 ? (found[0]?.id ?? id) : id };
    return updateObject({ context, collection, operation, objects }, { params, body });
  });
}

function listPage(work: Work, { query }: FastifyRequest<Parts>): unknown {
  const { context, collection, operation, objects } = work;
  const { from: _from, take: _take, ...filter } = query;
  const found = [...objects.values()].filter((object) => hasValues(object, filter));
  const { items, next } = pageOf(found, query, listRequest(collection.name, context));
  const { properties = {} } = operation.success.schema;
  const envelope = Object.keys(properties).find((name) => properties[name]?.type === "array") ?? "";
  const responses = items.map((object) => responseOf(work, object));
  return { [envelope]: responses, ...(properties.next && { next }) };
}

function createObject(work: Work, { body }: FastifyRequest<Parts>): object {
  const { context, collection, objects } = work;
  const { name, id, limit, date } = collection;
  const most = context.settings.maxObjects[name] ?? limit?.objects ?? Number.POSITIVE_INFINITY;
  if (limit && objects.size >= most) throw new Refusal(limit.status, limit.message);
  refuseTaken(work, body);
  const time = date(context.clock.objectTime());
  const length = id.lengths[objects.size % id.lengths.length];
  const object = {
    id: newId(id.prefix, length),
    ...collection.defaults,
    ...body,
    created_at: time,
    updated_at: time,
  };
  objects.set(object.id, object);
  return responseOf(work, object);
}

function updateObject(
  work: Work,
  { params, body }: Pick<FastifyRequest<Parts>, "params" | "body">,
): object {
  const { context, collection } = work;
  const stored = existingObject(work, params.id);
  refuseTaken(work, body, stored);
  collection.beforeUpdate?.(stored, body, context);
  const time = laterThan(stored.updated_at, context.clock.objectTime());
  Object.assign(stored, body, { updated_at: collection.date(time) });
  return responseOf(work, stored);
}

function deleteObject(work: Work, { params }: FastifyRequest<Parts>): void {
  const { context, collection, operation, objects } = work;
  // If the contract has no 404, deleting an object that doesn't exist succeeds, as recorded for streams.
  if (operation.responses["404"]) existingObject(work, params.id);
  objects.delete(params.id);
  collection.afterDelete?.(params.id, context);
}

export function existingObject<Stored extends StoredObject>(
  { collection, objects }: { collection: Collection; objects: Map<string, Stored> },
  id: string,
): Stored {
  const object = objects.get(id);
  if (object) return object;
  throw new Refusal(404, collection.missing.message, collection.missing.errorCode);
}

/** Rejects values that must be unique and that another object already has. */
function refuseTaken({ collection, objects }: Work, body: Fields, updated?: StoredObject): void {
  const { unique } = collection;
  if (!unique?.properties.some((name) => body[name] !== undefined)) return;
  const wanted: Fields = { ...updated, ...body };
  const key = Object.fromEntries(unique.properties.map((name) => [name, wanted[name]]));
  for (const object of objects.values()) {
    if (object !== updated && hasValues(object, key)) throw new Refusal(409, unique.message);
  }
}

const hasValues = (object: object, values: Fields) =>
  Object.entries(values).every(([name, value]) => (object as Fields)[name] === value);

function responseOf({ collection }: Pick<Work, "collection">, stored: StoredObject): object {
  const { neverReturned = [] } = collection;
  const response = collection.respond?.(stored) ?? stored;
  const text = JSON.stringify(response, (name, value) =>
    neverReturned.includes(name) ? undefined : value,
  );
  return JSON.parse(text);
}

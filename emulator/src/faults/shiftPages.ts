import type { CheckpointCounters } from "../http/pages";
import type { Clock } from "../model/clock";
import { newId } from "../model/ids";
import type { Store, StoredPolicy, StoredStream } from "../model/store";
import { microseconds, milliseconds } from "../model/timestamps";
import type { Fault } from "./fault";

/** Another client deletes or inserts an object while a client reads the pages of a list. */

export interface ShiftContext {
  store: Store;
  clock: Clock;
  checkpoints: CheckpointCounters;
}

interface Collection {
  objects(store: Store): Map<string, object>;
  /** An object of another client, created at `time`. */
  newObject(time: number): { id: string };
}

const collections: Record<string, Collection> = {
  "GET /event-streams": { objects: ({ streams }) => streams, newObject: newStream },
  "GET /rate-limit-policies": { objects: ({ policies }) => policies, newObject: newPolicy },
};

/** The routes whose pages can shift. */
export const shiftableRoutes = Object.keys(collections);

export function shiftPages(context: ShiftContext, { kind, route = "", id }: Fault): void {
  const collection = collections[route];
  if (collection === undefined) return;
  const objects = collection.objects(context.store);
  // From now on the checkpoint ids issued so far count positions, as page numbers do.
  context.checkpoints.shifts++;
  if (kind === "deleted") {
    const [firstId = ""] = objects.keys();
    objects.delete(id ?? firstId);
  } else {
    insertFirst(objects, collection.newObject(context.clock.objectTime()));
  }
}

/** A Map lists its entries in the order of insertion, so all others are inserted again. */
function insertFirst(objects: Map<string, object>, object: { id: string }): void {
  const others = [...objects];
  objects.clear();
  objects.set(object.id, object);
  for (const [id, other] of others) objects.set(id, other);
}

function newStream(time: number): StoredStream {
  return {
    id: newId("est"),
    status: "enabled",
    name: "inserted between two pages",
    subscriptions: [{ event_type: "user.created" }],
    created_at: milliseconds(time),
    updated_at: milliseconds(time),
    destination: { type: "action", configuration: { action_id: "inserted" } },
  };
}

function newPolicy(time: number): StoredPolicy {
  const id = newId("rlp");
  return {
    id,
    resource: "oauth_authentication_api",
    consumer: "client",
    consumer_selector: `client_id:inserted-${id}`,
    configuration: { action: "allow" },
    created_at: microseconds(time),
    updated_at: microseconds(time),
  };
}

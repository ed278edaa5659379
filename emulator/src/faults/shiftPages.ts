import type { Context } from "../context";
import { newId } from "../model/ids";
import type { Store } from "../model/store";
import { microseconds, milliseconds, objectTime } from "../model/timestamps";
import type { Fault } from "./faults";

/** The lists whose pages can shift, and what each holds. */
const collections = {
  "GET /event-streams": ({ streams }: Store) => streams as Map<string, object>,
  "GET /rate-limit-policies": ({ policies }: Store) => policies as Map<string, object>,
};

type List = keyof typeof collections;

export const shiftable = Object.keys(collections);

/** Somebody else deletes an object or inserts one while a client is between two pages of a list. */
export function shift(context: Context, { kind, route, id }: Fault): void {
  const list = route as List;
  const objects = collections[list](context.store);
  // From now on the checkpoints that are out count positions, as page numbers do.
  context.shifts++;
  if (kind === "deleted") {
    objects.delete(id ?? [...objects.keys()][0] ?? "");
    return;
  }
  const others = [...objects];
  const inserted = foreign[list](objectTime(context));
  objects.clear();
  for (const [key, object] of [[inserted.id, inserted] as const, ...others]) {
    objects.set(key, object);
  }
}

const foreign = {
  "GET /event-streams": (time: number) => ({
    id: newId("est"),
    status: "enabled",
    name: "inserted between two pages",
    subscriptions: [{ event_type: "user.created" }],
    created_at: milliseconds(time),
    updated_at: milliseconds(time),
    destination: { type: "action", configuration: { action_id: "inserted" } },
  }),
  "GET /rate-limit-policies": (time: number) => {
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
  },
};

import type { CheckpointCounters } from "../http/pages";
import type { Store } from "../model/store";
import type { Fault } from "./fault";

export interface ShiftContext {
  store: Store;
  checkpoints: CheckpointCounters;
}

const collections: Record<string, (store: Store) => Map<string, object>> = {
  "GET /event-streams": ({ streams }) => streams,
  "GET /rate-limit-policies": ({ policies }) => policies,
};

/** The routes whose pages can shift. */
export const shiftableRoutes = Object.keys(collections);

/** Another client deletes an object while a client reads the pages of a list. */
export function shiftPages({ store, checkpoints }: ShiftContext, { route = "", id }: Fault): void {
  const objects = collections[route]?.(store);
  if (objects === undefined) return;
  // From now on the checkpoint ids issued so far count positions, as page numbers do.
  checkpoints.shifts++;
  const [firstId = ""] = objects.keys();
  objects.delete(id ?? firstId);
}

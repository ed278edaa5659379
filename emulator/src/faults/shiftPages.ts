import type { CheckpointCounters } from "../http/pages";
import type { Store } from "../model/store";
import type { Fault } from "./fault";

export interface ShiftContext {
  store: Store;
  checkpoints: CheckpointCounters;
}

/** The routes whose pages can shift: the lists of objects that can be deleted. */
export const shiftableRoutes = (routes: Set<string>): string[] =>
  [...routes].filter((route) => routes.has(`${route.replace("GET", "DELETE")}/{id}`));

/** Another client deletes an object while a client reads the pages of a list. */
export function shiftPages({ store, checkpoints }: ShiftContext, { route = "", id }: Fault): void {
  const objects = store.objects(route.replace("GET /", ""));
  // From now on the checkpoint ids issued so far count positions, as page numbers do.
  checkpoints.shifts++;
  const [firstId = ""] = objects.keys();
  objects.delete(id ?? firstId);
}

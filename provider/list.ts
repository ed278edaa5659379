import type { Operation } from "./definition";
import { isObject, type Json, type Props } from "./json";
import type { Params, Tenant } from "./tenant";

/** The most that a public-cloud tenant answers at once (interface, section 8). */
const size = 50;

/**
 * Every object of a collection, a page at a time: by checkpoints, or by page numbers where the
 * answers are bare arrays, which have no place for a checkpoint.
 */
export async function* listPages(
  tenant: Tenant,
  operation: Operation,
  params: Params = {},
): AsyncGenerator<Props[]> {
  const cursors = new Set<Json | undefined>();
  let place: Record<string, string> = { take: `${size}` };
  for (let number = 1; ; number++) {
    const { page, next, bare } = read(await tenant.send(operation, { ...params, query: place }));
    yield page;
    const last = bare ? page.length < size : typeof next !== "string" || cursors.has(next);
    if (last || page.length === 0) return;
    cursors.add(next);
    place = bare
      ? { page: `${number}`, per_page: `${size}` }
      : { take: `${size}`, from: String(next) };
  }
}

/** The service wraps a page, by a name of each collection's own; the interface speaks of arrays. */
function read(answer: Json | undefined) {
  const bare = Array.isArray(answer);
  const items = bare ? answer : Object.values(isObject(answer) ? answer : {}).find(Array.isArray);
  if (!items) throw new Error("the list of the tenant's objects holds no array");
  return { page: items.filter(isObject), next: isObject(answer) ? answer.next : undefined, bare };
}

import type { Operation } from "./definition";
import { isObject, type Json, type Props } from "./json";
import type { Params, Tenant } from "./tenant";

/** The most that a public-cloud tenant answers at once (interface, section 8). */
const take = "50";

/** Every object of a collection, a page at a time, by checkpoints. */
export async function* listPages(
  tenant: Tenant,
  operation: Operation,
  params: Params = {},
): AsyncGenerator<Props[]> {
  const cursors = new Set<Json | undefined>();
  for (let from: string | undefined; ; ) {
    const query = { ...params.query, take, ...(from !== undefined && { from }) };
    const { page, next } = read(await tenant.send(operation, { ...params, query }));
    yield page;
    if (typeof next !== "string" || page.length === 0 || cursors.has(next)) return;
    cursors.add(next);
    from = next;
  }
}

/** The service wraps a page, by a name of each collection's own; the interface speaks of arrays. */
function read(answer: Json | undefined): { page: Props[]; next: Json | undefined } {
  const bag = isObject(answer) ? answer : { page: answer ?? null };
  const items = Object.values(bag).find(Array.isArray);
  if (!items) throw new Error("the list of the tenant's objects holds no array");
  return { page: items.filter(isObject), next: bag.next };
}

import type { StoredStream, Tenant } from "../../../emulator/src";
import { type Kind, kindNamed } from "../values/kinds";
import { creationTime, store } from "./objects";

const policies = kindNamed("RateLimitPolicy");
export const idOf = policies.id;
export const streamIdOf = kindNamed("EventStream").id;

const numbers = (count: number, from: number) => Array.from({ length: count }, (_, n) => from + n);

/** Puts `count` objects of a kind into a tenant, without requests. */
export function manyObjects(tenant: Tenant, kind: Kind, count: number, from = 0): void {
  for (const number of numbers(count, from)) {
    store(tenant, kind, kind.id(number), { ...kind.first, ...kind.unique(number) });
  }
}

/** Policies for the clients `c0`, `c1`, and so on. */
export function manyPolicies(tenant: Tenant, count: number, from = 0): void {
  for (const number of numbers(count, from)) {
    store(tenant, policies, idOf(number), { ...policies.first, ...policies.unique(`c${number}`) });
  }
}

/** Adds an enabled stream with an Action and these changes to a tenant, without a request. */
export function addStream(
  { streams }: Tenant,
  id: string,
  name: string,
  changes: Partial<StoredStream> = {},
): StoredStream {
  const destination = { type: "action", configuration: { action_id: "a" } } as const;
  const times = { created_at: creationTime, updated_at: creationTime };
  const stream: StoredStream = { id, status: "enabled", name, destination, ...times, ...changes };
  streams.set(id, stream);
  return stream;
}

/** Puts `count` streams without a secret into a tenant, without requests. */
export function manyStreams(tenant: Tenant, count: number, from = 0): void {
  for (const number of numbers(count, from)) {
    addStream(tenant, streamIdOf(number), `stream ${number}`);
  }
}

/** Deletes the first object after these pages of a list, so that the pages after each move up by one. */
export function deleteAfterPages(
  tenant: Tenant,
  route: string,
  isDue: (page: number) => boolean = () => true,
): void {
  const objects = tenant.objects(route.replace("GET /", ""));
  let pages = 0;
  tenant.respond = (request) => {
    if (request.route !== route || !isDue(++pages)) return undefined;
    const body = (page: unknown) => {
      const [first = ""] = objects.keys();
      objects.delete(first);
      return page;
    };
    return { after: true, body };
  };
}

import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import type {
  CannedResponse,
  Fault,
  FaultKind,
  RequestRecord,
  Tenant,
} from "../../../emulator/src";
import { gateway404s } from "../faults/gateway404s";
import { echoes } from "../tenant/echoes";
import { collectionOf, putFirst } from "../tenant/objects";
import { kinds, listedKinds, type Operation } from "../values/kinds";

type Faulty = { fault: Fault };

/** A fault, shifting pages, an unexpected response, an echoed request, or a low rate limit. */
export type Disturbance =
  | Faulty
  | { shift: string; skip: number }
  | { odd: string; times: number }
  | { echo: string; status: number; times: number }
  | { burst: number; reset: (typeof resets)[number] };

const routesOf = (...operations: (Operation | "list")[]) =>
  operations.flatMap((operation) => kinds.flatMap(({ routes }) => routes[operation] ?? []));
const creates = listedKinds.map(({ routes }) => routes.create);
const lists = listedKinds.map(({ routes }) => routes.list);
const writes = [...new Set(routesOf("create", "update"))];
const reads = routesOf("list", "read");
const deletions = routesOf("delete");

const token = "POST /oauth/token";

const choice = <T>(values: readonly T[]): fc.Arbitrary<T> => fc.constantFrom(...values);
/** How often a fault occurs. 0 means until the step ends. */
const times = [1, 1, 1, 1, 2, 2, 3, 0];
const skip = [0, 0, 0, 1, 2];
const when = ["before", "after"] as const;
/** A route occurs as often as the list repeats it. */
const anywhere = [
  ...Array(12).fill("*"),
  ...[...writes, ...writes],
  ...reads,
  ...[...deletions, ...deletions],
];

type Choices = { [Field in keyof Fault]?: readonly Fault[Field][] };

/** Draws one fault that these choices allow. */
function fault(choices: Choices & { kind: readonly FaultKind[] }): fc.Arbitrary<Faulty> {
  const all = { route: anywhere, times, skip, ...choices };
  const fields = Object.entries(all).map(([field, values]) => [field, choice(values as unknown[])]);
  return fc.record(Object.fromEntries(fields)).map((one) => ({ fault: one as unknown as Fault }));
}

const limited = [
  { "retry-after": "0.1" },
  { "retry-after": "0.1", "x-ratelimit-remaining": "0" },
  { "x-ratelimit-reset": "1" },
];
/** The 404 of a gateway without a route to Auth0. */
const gatewayResponse = fc
  .tuple(
    fault({ kind: ["status"], route: [...writes, ...reads, ...deletions] }),
    choice(gateway404s),
  )
  .map(([where, [, answer]]): Disturbance => ({ fault: { ...where.fault, ...answer } }));
/** Completes before the provider searches for the object, which is 5 seconds after a 504. */
const lateCreate = fault({
  kind: ["status"],
  status: [504],
  when: ["late"],
  lateMs: [2000],
  route: creates,
  times: [1],
});
/** Forms of `X-RateLimit-Reset`. */
const resets = ["epoch-seconds", "epoch-milliseconds", "seconds-to-go", "past", "absent"] as const;
const failures = [408, 500, 502, 503, 504];
const unreadable = ["truncated", "empty"] as const;

const lost = ["drop", "cut", ...unreadable] as const;

/** Faults by weight. A rejected request never changes the tenant, and a successful one always does. */
const weighted: [number, fc.Arbitrary<Disturbance>][] = [
  [6, fault({ kind: ["status"], status: [429], headers: limited })],
  [4, fault({ kind: ["drop", "cut"], when })],
  [3, fault({ kind: ["status"], status: failures, when })],
  [3, fault({ kind: ["status"], status: [302, 400, 401, 403, 409, 418] })],
  [2, fault({ kind: ["html"], status: [200, 403, 404, 502] })],
  [1, fault({ kind: ["html"], status: [200, 502], when: ["after"] })],
  [2, fault({ kind: unreadable, when: ["after"] })],
  [1, fault({ kind: unreadable, status: failures })],
  [1, fault({ kind: unreadable, route: reads })],
  [2, fault({ kind: ["revoked"] })],
  [1, fault({ kind: ["slow"], when, delayMs: [1, 100] })],
  [2, fc.record({ odd: choice(writes), times: choice(times) })],
  [
    2,
    fc.record({
      echo: choice(Object.keys(echoes)),
      status: choice([400, 500]),
      times: choice(times),
    }),
  ],
  [1, fc.record({ burst: choice([1, 4]), reset: choice(resets) })],
  [3, gatewayResponse],
  [1, lateCreate],
  [1, fc.record({ shift: choice(lists), skip: choice([0, 1]) })],
];

/** The provider needs a new token, and the request for it fails. */
const failedTokens = fc
  .oneof(
    ...[
      { kind: ["status"], status: [429], headers: limited } as const,
      { kind: ["drop", "cut", "empty", "truncated"], when } as const,
      { kind: ["html", "status"], status: [500, 503] } as const,
    ].map((choices) => fault({ ...choices, route: [token] })),
  )
  .map((one): Disturbance[] => [{ fault: { kind: "revoked" } }, one]);

/** A create's response is lost, and the search for the object fails too. */
const failedSearches = fc
  .constantFrom(...listedKinds.map(({ routes }) => routes))
  .chain(({ create, list }) => {
    const search = { route: [list], skip: [0] };
    return fc.tuple(
      fault({ kind: lost, when: ["after"], route: [create], skip: [0] }),
      fc.oneof(
        fault({ kind: [...lost, "html"], ...search }),
        fault({ kind: ["status"], status: [403, 429, 503], ...search }),
      ),
    );
  })
  .map((both): Disturbance[] => both);

/** A process never retries rejected credentials. */
const rejectedCredentials: Disturbance[] = [
  { fault: { kind: "revoked" } },
  { fault: { route: token, kind: "status", status: 403, times: 0 } },
];
export const needsNewProcess = (all: Disturbance[]) => isDeepStrictEqual(all, rejectedCredentials);

/** Draws up to three disturbances, and often none. */
export function disturbances(): fc.Arbitrary<Disturbance[]> {
  const one = fc.oneof(...weighted.map(([weight, arbitrary]) => ({ arbitrary, weight })));
  const some = (least: number, most: number) =>
    fc.array(one, { minLength: least, maxLength: most, size: "max" });
  return fc.oneof(
    { arbitrary: some(0, 0), weight: 45 },
    { arbitrary: some(1, 3), weight: 130 },
    { arbitrary: failedTokens, weight: 12 },
    { arbitrary: failedSearches, weight: 20 },
    { arbitrary: fc.constant(rejectedCredentials), weight: 1 },
  );
}

export function disturb(tenant: Tenant, all: Disturbance[]): void {
  const canned: Hook[] = [];
  for (const one of all) {
    if ("fault" in one) tenant.addFault(one.fault);
    else if ("shift" in one) shift(tenant, one);
    else if ("burst" in one) tenant.set({ rateLimit: { perSecond: 50, ...one } });
    else canned.push(hook(one));
  }
  tenant.respond = (request) => canned.map((answer) => answer(request)).find(Boolean);
}

type Hook = (request: RequestRecord) => CannedResponse | undefined;

/** Responds as often as `times` says, or always if it is 0. */
function hook(one: Extract<Disturbance, { times: number }>): Hook {
  let left = one.times === 0 ? Infinity : one.times;
  return (request) => {
    const meets = "odd" in one ? request.route === one.odd : request.kind === "api" && request.body;
    if (!meets || left-- <= 0) return undefined;
    if ("odd" in one) {
      return { after: true, body: (answer: object) => ({ ...answer, created_at: { odd: true } }) };
    }
    return { status: one.status, body: echoes[one.echo]?.(request) };
  };
}

/** The key of an object that exists only for a moment. */
const passing = "passing";

/** Adds somebody else's object at the start of a list, which is deleted between two pages. */
function shift(
  tenant: Tenant,
  { shift: route, skip }: Extract<Disturbance, { shift: string }>,
): void {
  for (const kind of listedKinds.filter(({ routes }) => routes.list === route)) {
    const id = kind.id(passing);
    const time = new Date(0).toISOString();
    putFirst(collectionOf(tenant, kind), id, { id, created_at: time, updated_at: time });
    tenant.addFault({ kind: "deleted", route, id, skip });
  }
}

export function clearDisturbances(tenant: Tenant): void {
  tenant.clearFaults();
  tenant.finishLateWork();
  for (const kind of listedKinds) collectionOf(tenant, kind).delete(kind.id(passing));
  tenant.set({ rateLimit: null });
  tenant.respond = undefined;
}

import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import type {
  CannedResponse,
  Fault,
  FaultKind,
  RequestRecord,
  Tenant,
} from "../../../emulator/src";
import { foreign404s } from "../faults/foreign404s";
import { echoes } from "../tenant/echoes";
import { collectionOf, putFirst } from "../tenant/objects";
import { kinds, listedKinds, type Operation } from "../values/kinds";

type Faulty = { fault: Fault };

/** What requests meet: a fault of the tenant's, an odd answer, an echo, a tight budget, shifting pages. */
export type Trouble =
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
/** 0: all until the step is over. */
const times = [1, 1, 1, 1, 2, 2, 3, 0];
const skip = [0, 0, 0, 1, 2];
const when = ["before", "after"] as const;
/** The heavier, the more often. */
const anywhere = [
  ...Array(12).fill("*"),
  ...[...writes, ...writes],
  ...reads,
  ...[...deletions, ...deletions],
];

type Choices = { [Field in keyof Fault]?: readonly Fault[Field][] };

/** One fault of all that these choices allow. */
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
/** A gateway without a route to the service. */
const foreign = fc
  .tuple(
    fault({ kind: ["status"], route: [...writes, ...reads, ...deletions] }),
    choice(foreign404s),
  )
  .map(([where, [, answer]]): Trouble => ({ fault: { ...where.fault, ...answer } }));
/** Done before the provider looks for it, which it does 5 seconds after a 504. */
const lateCreate = fault({
  kind: ["status"],
  status: [504],
  when: ["late"],
  lateMs: [2000],
  route: creates,
  times: [1],
});
/** What `X-RateLimit-Reset` may hold. */
const resets = ["epoch-seconds", "epoch-milliseconds", "seconds-to-go", "past", "absent"] as const;
const failures = [408, 500, 502, 503, 504];
const spoilt = ["truncated", "empty"] as const;

const lostly = ["drop", "cut", ...spoilt] as const;

/** By weight. None lies about what was done: what refuses has done nothing, what grants has done it. */
const weighted: [number, fc.Arbitrary<Trouble>][] = [
  [6, fault({ kind: ["status"], status: [429], headers: limited })],
  [4, fault({ kind: ["drop", "cut"], when })],
  [3, fault({ kind: ["status"], status: failures, when })],
  [3, fault({ kind: ["status"], status: [302, 400, 401, 403, 409, 418] })],
  [2, fault({ kind: ["html"], status: [200, 403, 404, 502] })],
  [1, fault({ kind: ["html"], status: [200, 502], when: ["after"] })],
  [2, fault({ kind: spoilt, when: ["after"] })],
  [1, fault({ kind: spoilt, status: failures })],
  [1, fault({ kind: spoilt, route: reads })],
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
  [3, foreign],
  [1, lateCreate],
  [1, fc.record({ shift: choice(lists), skip: choice([0, 1]) })],
];

/** A token is asked for anew, and that goes wrong. */
const tokenless = fc
  .oneof(
    ...[
      { kind: ["status"], status: [429], headers: limited } as const,
      { kind: ["drop", "cut", "empty", "truncated"], when } as const,
      { kind: ["html", "status"], status: [500, 503] } as const,
    ].map((choices) => fault({ ...choices, route: [token] })),
  )
  .map((one): Trouble[] => [{ fault: { kind: "revoked" } }, one]);

/** A create is lost, and the search for it goes wrong as well. */
const unsearchable = fc
  .constantFrom(...listedKinds.map(({ routes }) => routes))
  .chain(({ create, list }) => {
    const search = { route: [list], skip: [0] };
    return fc.tuple(
      fault({ kind: lostly, when: ["after"], route: [create], skip: [0] }),
      fc.oneof(
        fault({ kind: [...lostly, "html"], ...search }),
        fault({ kind: ["status"], status: [403, 429, 503], ...search }),
      ),
    );
  })
  .map((both): Trouble[] => both);

/** Credentials that were refused are not tried again, in the whole life of a process. */
const outcast: Trouble[] = [
  { fault: { kind: "revoked" } },
  { fault: { route: token, kind: "status", status: 403, times: 0 } },
];
export const needsNewProcess = (all: Trouble[]) => isDeepStrictEqual(all, outcast);

/** At most three at a time, and often none. */
export function troubles(): fc.Arbitrary<Trouble[]> {
  const one = fc.oneof(...weighted.map(([weight, arbitrary]) => ({ arbitrary, weight })));
  const some = (least: number, most: number) =>
    fc.array(one, { minLength: least, maxLength: most, size: "max" });
  return fc.oneof(
    { arbitrary: some(0, 0), weight: 45 },
    { arbitrary: some(1, 3), weight: 130 },
    { arbitrary: tokenless, weight: 12 },
    { arbitrary: unsearchable, weight: 20 },
    { arbitrary: fc.constant(outcast), weight: 1 },
  );
}

export function trouble(tenant: Tenant, all: Trouble[]): void {
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

/** What the hook says, so many times; 0 is always. */
function hook(one: Extract<Trouble, { times: number }>): Hook {
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

/** What was there for a moment only. */
const passing = "passing";

/** Somebody else's object stands first, and goes between two pages. */
function shift(tenant: Tenant, { shift: route, skip }: Extract<Trouble, { shift: string }>): void {
  for (const kind of listedKinds.filter(({ routes }) => routes.list === route)) {
    const id = kind.id(passing);
    const time = new Date(0).toISOString();
    putFirst(collectionOf(tenant, kind), id, { id, created_at: time, updated_at: time });
    tenant.addFault({ kind: "deleted", route, id, skip });
  }
}

export function calm(tenant: Tenant): void {
  tenant.clearFaults();
  tenant.finishLateWork();
  for (const kind of listedKinds) collectionOf(tenant, kind).delete(kind.id(passing));
  tenant.set({ rateLimit: null });
  tenant.respond = undefined;
}

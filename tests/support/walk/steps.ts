import fc from "fast-check";
import type { Fault, Tenant } from "../../../emulator/src";
import { collectionOf, wire } from "../tenant/objects";
import { inputsOf } from "../values/arbitrary";
import {
  changeOf,
  type Kind,
  kinds,
  listedKinds,
  type Operation,
  only,
  operations,
  without,
} from "../values/kinds";
import type { Program } from "./stack";

/** The logical names that a program may use, each of one kind. */
const slots: Record<string, Kind> = Object.fromEntries(
  kinds.flatMap((kind) =>
    (kind.routes.list ? ["a", "b", "c"] : ["a"]).map((one) => [`${kind.name}-${one}`, kind]),
  ),
);

const slotsOf = (kind: Kind) => Object.keys(slots).filter((slot) => slots[slot] === kind);
const choice = <const T>(...values: T[]): fc.Arbitrary<T> => fc.constantFrom(...values);

/** Changes of one slot by the program, with these inputs, or only with these keys. */
const edits = fc.oneof(
  ...kinds.map((kind) => {
    const all = Object.keys(kind.resource.inputs.properties);
    return fc.record({
      slot: choice(...slotsOf(kind)),
      what: choice("remove", "set", "set", "set"),
      inputs: inputsOf(kind.resource.inputs),
      keys: choice(all, ...all.map((key) => [key])),
    });
  }),
);
/** What somebody else does to the object of a slot. */
const outsideChanges = fc.record({
  slot: choice(...listedKinds.flatMap(slotsOf)),
  what: choice("change", "change", "change", "delete"),
});

const routesOf = (operation: Operation | "list", among: Kind[] = kinds) =>
  among.flatMap(({ routes }) => routes[operation] ?? []);
const routes = [...operations, "list" as const].flatMap((one) => routesOf(one));
const route = [...Array(routes.length).fill("*"), ...routes];

/** Draws one fault that these choices allow. It occurs `times`; 0 means until the step ends. */
function fault(weight: number, choices: { [Field in keyof Fault]?: readonly Fault[Field][] }) {
  const all = { route, times: [1, 1, 1, 2, 3, 0], skip: [0, 0, 0, 1, 2], ...choices };
  const fields = Object.entries(all).map(([field, values]) => [field, choice(...values)]);
  return { weight, arbitrary: fc.record(Object.fromEntries(fields)) as fc.Arbitrary<Fault> };
}

const when = ["before", "after"] as const;
const lost = ["drop", "cut", "truncated", "empty"] as const;
const creates = routesOf("create", listedKinds);
const late = { status: [504], when: ["late"], lateMs: [2000], times: [1], skip: [0] } as const;

/** A rejected request never changes the tenant, and a successful one always does. */
const faults = fc.oneof(
  fault(5, { kind: ["status"], status: [429], headers: [{ "retry-after": "0.1" }] }),
  fault(4, { kind: ["drop", "cut"], when }),
  fault(3, { kind: ["status"], status: [408, 500, 502, 503, 504], when }),
  fault(3, { kind: ["status"], status: [302, 400, 401, 403, 404, 409, 418] }),
  fault(3, { kind: ["html"], status: [200, 403, 404, 502] }),
  fault(3, { kind: ["truncated", "empty"], when: ["after"] }),
  fault(3, { kind: lost, when: ["after"], route: creates }),
  fault(2, { kind: ["revoked"] }),
  fault(2, { kind: lost, route: ["POST /oauth/token"] }),
  // Completes before the provider searches for the object, which is 5 seconds after a 504.
  fault(1, { kind: ["status"], ...late, route: creates }),
);

/** One run of the engine, and everything that disturbs it. */
const steps = fc.record({
  edits: fc.array(edits, { minLength: 1, maxLength: 3, size: "max" }),
  outside: fc.array(outsideChanges, { maxLength: 2, size: "max" }),
  faults: fc.array(faults, { maxLength: 2, size: "max" }),
  /** Whether the state is refreshed first. */
  refresh: choice(true, false, false, false, false),
});
type Step = ReturnType<typeof stepsOf>[number];
type OutsideChange = Step["outside"][number];

/** The steps of a walk, which depend only on its seed. */
export const stepsOf = (seed: number) => fc.sample(steps, { seed, numRuns: 16 });

/** The program after a step. `tag` makes its natural keys unique. */
export function edited(program: Program, step: Step, tag: string): Program {
  const next = new Map(program);
  for (const { slot, what, inputs, keys } of step.edits) {
    const kind = slots[slot] as Kind;
    const before = next.get(slot)?.inputs;
    const key = only(kind.unique(`${tag}-${slot}`), Object.keys(inputs));
    const given = { ...inputs, ...key };
    const merged = before && { ...without(before, keys), ...only(given, keys) };
    if (what === "remove") next.delete(slot);
    else next.set(slot, { kind, inputs: merged ?? given });
  }
  return next;
}

/** Makes a change by somebody else, if the tenant has an object with this id. */
export function changeOutside(tenant: Tenant, { slot, what }: OutsideChange, id = ""): void {
  const kind = slots[slot] as Kind;
  const objects = collectionOf(tenant, kind);
  const found = objects.get(id);
  if (what === "delete") objects.delete(id);
  else if (found)
    Object.assign(found, wire(changeOf(kind)), { updated_at: new Date().toISOString() });
}

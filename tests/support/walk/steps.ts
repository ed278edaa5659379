import fc from "fast-check";
import type { Fault, Tenant } from "../../../emulator/src";
import { replacedKeys } from "../../../provider/schema/diff";
import type { Props } from "../../../provider/shared/json";
import { mapSecrets } from "../engine/secretValues";
import { collectionOf, storedObject, wire, wireName } from "../tenant/objects";
import { inputsOf } from "../values/arbitrary";
import {
  canBeEqual,
  type Kind,
  kinds,
  listedKinds,
  only,
  without,
  withoutKey,
} from "../values/kinds";
import { comparable, type Entry, type Program } from "./stack";

/** The logical names that a program may use, each of one kind. */
const slots: Record<string, Kind> = Object.fromEntries(
  kinds.flatMap((kind) =>
    (kind.routes.list ? ["a", "b", "c"] : ["a"]).map((one) => [`${kind.name}-${one}`, kind]),
  ),
);

const choice = <const T>(...values: T[]): fc.Arbitrary<T> => fc.constantFrom(...values);

/** Changes of one slot. Some use another slot of its kind, these inputs, or only these keys. */
const changes = <const What>(among: Kind[], ...what: What[]) =>
  fc.oneof(
    ...among.map((kind) => {
      const own = Object.keys(slots).filter((slot) => slots[slot] === kind);
      const all = Object.keys(kind.resource.inputs.properties);
      return fc.record({
        slot: choice(...own),
        what: choice(...what),
        other: choice(...own),
        inputs: inputsOf(kind.resource.inputs),
        keys: choice(all, ...all.map((key) => [key])),
      });
    }),
  );
const edits = changes(kinds, "remove", "copy", "set", "set", "set");
/** What somebody else does in the tenant: to the object of a slot, or beside it. */
const outsideChanges = changes(listedKinds, "change", "change", "change", "delete", "add");

const routesOf = (...operations: ("create" | "update" | "delete" | "list" | "read")[]) =>
  operations.flatMap((operation) => kinds.flatMap(({ routes }) => routes[operation] ?? []));
const writes = routesOf("create", "update", "delete");
const route = [...Array(12).fill("*"), ...writes, ...writes, ...routesOf("list", "read")];

/** Draws one fault that these choices allow. It occurs `times`; 0 means until the step ends. */
function fault(choices: { [Field in keyof Fault]?: readonly Fault[Field][] }) {
  const all = { route, times: [1, 1, 1, 2, 3, 0], skip: [0, 0, 0, 1, 2], ...choices };
  const fields = Object.entries(all).map(([field, values]) => [field, choice(...values)]);
  return fc.record(Object.fromEntries(fields)).map((one) => [one as unknown as Fault]);
}

const both = (...arbitraries: fc.Arbitrary<Fault[]>[]): fc.Arbitrary<Fault[]> =>
  fc.tuple(...arbitraries).map((all) => all.flat());

const when = ["before", "after"] as const;
const status = [408, 500, 502, 503, 504];
const limited = [{ "retry-after": "0.1" }, { "x-ratelimit-reset": "1" }];
const lost = ["drop", "cut", "truncated", "empty"] as const;
const creates = { route: listedKinds.map(({ routes }) => routes.create), skip: [0] };
const searches = { route: listedKinds.map(({ routes }) => routes.list), skip: [0] };
// Completes before the provider searches for the object, which is 5 seconds after a 504.
const late = {
  kind: ["status"],
  status: [504],
  when: ["late"],
  lateMs: [2000],
  times: [1],
} as const;

/** Faults by weight. A rejected request never changes the tenant, and a successful one always does. */
const weighted: [number, fc.Arbitrary<Fault[]>][] = [
  [15, fc.constant([])],
  [5, fault({ kind: ["status"], status: [429], headers: limited })],
  [4, fault({ kind: ["drop", "cut"], when })],
  [3, fault({ kind: ["status"], status, when })],
  [3, fault({ kind: ["status"], status: [302, 400, 401, 403, 404, 409, 418] })],
  [3, fault({ kind: ["html"], status: [200, 403, 404, 502] })],
  [3, fault({ kind: ["truncated", "empty"], when: ["after"] })],
  [1, fault({ kind: ["truncated", "empty"], status })],
  [2, fault({ kind: ["revoked"] })],
  [2, fault({ kind: lost, route: ["POST /oauth/token"] })],
  [1, fault({ ...late, ...creates })],
  // A create's response is lost, and the search for the object fails too.
  [3, both(fault({ kind: lost, when: ["after"], ...creates }), fault({ kind: lost, ...searches }))],
];
const faults = fc.oneof(...weighted.map(([weight, arbitrary]) => ({ arbitrary, weight })));

/** One run of the engine, and everything that disturbs it. */
const steps = fc.record({
  edits: fc.array(edits, { minLength: 1, maxLength: 3, size: "max" }),
  outside: fc.array(outsideChanges, { maxLength: 2, size: "max" }),
  faults: both(faults, faults),
  /** Whether the engine's steps run concurrently. */
  together: fc.boolean(),
  /** Whether the state is refreshed first. */
  refresh: choice(true, false, false, false, false),
});
export type Step = ReturnType<typeof stepsOf>[number];

/** The steps of a walk, which depend only on its seed. */
export const stepsOf = (seed: number) => fc.sample(steps, { seed, numRuns: 16 });

/** The program after a step. `tag` makes its secrets and its natural keys unique. */
export function edited(program: Program, step: Step, tag: string): Program {
  const next = new Map(program);
  for (const { slot, what, other, inputs, keys } of step.edits) {
    const kind = slots[slot] as Kind;
    const before = next.get(slot)?.inputs;
    const copied = what === "copy" && other !== slot && canBeEqual(kind) && next.get(other);
    const given = copied ? withoutKey(kind, copied.inputs) : marked(kind, inputs, `${tag}-${slot}`);
    const merged = before && !copied && { ...without(before, keys), ...only(given, keys) };
    if (what === "remove") next.delete(slot);
    else next.set(slot, { kind, inputs: merged || given });
  }
  return next;
}

/** Makes every secret a canary, and every natural key unique. */
function marked({ name, unique }: Kind, inputs: Props, tag: string): Props {
  const canary = `canary-walk-${tag} `;
  const own = { ...inputs, ...only(unique(tag), Object.keys(inputs)) };
  return mapSecrets(name, own, (secret, { contentSchema }) =>
    contentSchema ? JSON.stringify({ ...JSON.parse(`${secret}`), canary }) : canary + secret,
  );
}

/** Makes a change if its slot has an object. Returns the object that it added, if any. */
export function changeOutside(
  tenant: Tenant,
  { slot, what, inputs, keys }: Step["outside"][number],
  entry: Entry | undefined,
  tag: string,
): Props | undefined {
  const kind = slots[slot] as Kind;
  const objects = collectionOf(tenant, kind);
  const found = objects.get(entry?.id ?? "");
  if (what === "add") {
    const id = kind.id(tag);
    const anHourAgo = new Date(Date.now() - 3_600_000).toISOString();
    // Names are unique, but two objects may lack one.
    const own = { ...wire(kind.unique(tag)), id, created_at: anHourAgo, updated_at: anHourAgo };
    const like = found ?? storedObject(kind, id, kind.first);
    const keyless = canBeEqual(kind) ? Object.keys(wire(kind.unique(tag))) : [];
    objects.set(id, structuredClone(without({ ...like, ...own }, keyless)));
    return structuredClone(objects.get(id));
  }
  if (entry && found && what === "delete") objects.delete(entry.id);
  else if (entry && found) change(found, entry, marked(kind, inputs, `elsewhere-${tag}`), keys);
  return undefined;
}

/** Changes properties as the API allows it, and visibly: a refresh finds no other change. */
function change(found: Props, { kind, inputs: olds }: Entry, news: Props, keys: string[]): void {
  for (const [key, value] of Object.entries(only(news, keys))) {
    const name = wireName(key);
    const [here, there] = [{ [name]: wire(value) }, found].map((one) =>
      JSON.stringify(comparable(kind, one, [key], false)),
    );
    const replaces = replacedKeys(kind.resource.inputs, olds, { ...olds, [key]: value }).length > 0;
    if (here !== there && !replaces)
      Object.assign(found, { [name]: wire(value), updated_at: new Date().toISOString() });
  }
}

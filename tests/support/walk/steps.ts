import fc from "fast-check";
import type { Fault, Tenant } from "../../../emulator/src";
import { replacedKeys } from "../../../provider/schema/diff";
import type { Props } from "../../../provider/shared/json";
import { mapSecrets } from "../engine/secretValues";
import { gateway404s } from "../faults/gateway404s";
import { collectionOf, storedObject, wire, wireName } from "../tenant/objects";
import { inputsOf } from "../values/arbitrary";
import {
  canBeEqual,
  type Kind,
  kinds,
  listedKinds,
  type Operation,
  only,
  without,
  withoutKey,
} from "../values/kinds";
import { type Claim, comparable, type Program } from "./stack";

/** One run of the engine, and everything that disturbs it. */
export interface Step {
  edits: Edit[];
  outside: OutsideChange[];
  faults: Fault[];
  /** Whether the engine's steps run concurrently. */
  together: boolean;
  /** Whether the state is refreshed first. */
  refresh: boolean;
}

/** Removes a resource, copies another one, adds one, or sets these properties of it. */
interface Edit {
  slot: string;
  what: "remove" | "copy" | "set";
  other: string;
  inputs: Props;
  keys: string[];
}

/** A change that somebody else makes in the tenant, to the object of a slot or beside it. */
interface OutsideChange {
  slot: string;
  what: "change" | "delete" | "add";
  inputs: Props;
  key: string;
}

/** The logical names that a program may use, each of one kind. */
const slots: Record<string, Kind> = Object.fromEntries(
  kinds.flatMap((kind) =>
    (kind.routes.list ? ["a", "b", "c"] : ["a"]).map((one) => [`${kind.name}-${one}`, kind]),
  ),
);
const slotsOf = (kind: Kind) => Object.keys(slots).filter((slot) => slots[slot] === kind);

const choice = <T>(...values: T[]): fc.Arbitrary<T> => fc.constantFrom(...values);
const oneIn = (count: number) => fc.noBias(fc.nat(count - 1)).map((chance) => chance === 0);

const edits = fc.oneof(
  ...Object.entries(slots).map(([slot, kind]): fc.Arbitrary<Edit> => {
    const all = Object.keys(kind.resource.inputs.properties);
    return fc.record({
      slot: fc.constant(slot),
      what: choice("remove", "copy", "set", "set", "set"),
      other: choice(...slotsOf(kind)),
      inputs: inputsOf(kind.resource.inputs),
      keys: choice(all, ...all.map((key) => [key])),
    });
  }),
);

const outsideChanges = fc.oneof(
  ...listedKinds.map(
    (kind): fc.Arbitrary<OutsideChange> =>
      fc.record({
        slot: choice(...slotsOf(kind)),
        what: choice("change", "change", "change", "change", "delete", "add"),
        inputs: inputsOf(kind.resource.inputs),
        key: choice(...Object.keys(kind.resource.inputs.properties)),
      }),
  ),
);

const routesOf = (...operations: (Operation | "list")[]) =>
  operations.flatMap((operation) => kinds.flatMap(({ routes }) => routes[operation] ?? []));
const creates = listedKinds.map(({ routes }) => routes.create);
const writes = routesOf("create", "update", "delete");
const reads = routesOf("list", "read");
const token = "POST /oauth/token";

type Choices = { [Field in keyof Fault]?: readonly Fault[Field][] };

/** Draws one fault that these choices allow. It occurs `times`; 0 means until the step ends. */
function fault(choices: Choices): fc.Arbitrary<Fault[]> {
  const route = [...Array(12).fill("*"), ...writes, ...writes, ...reads];
  const defaults = { route, times: [1, 1, 1, 2, 3, 0] };
  const all = { ...defaults, skip: [0, 0, 0, 1, 2], ...choices };
  const fields = Object.entries(all).map(([field, values]) => [field, choice(...values)]);
  return fc.record(Object.fromEntries(fields)).map((one) => [one as unknown as Fault]);
}

const both = (...arbitraries: fc.Arbitrary<Fault[]>[]): fc.Arbitrary<Fault[]> =>
  fc.tuple(...arbitraries).map((all) => all.flat());

const when = ["before", "after"] as const;
const limited = [{ "retry-after": "0.1" }, { "x-ratelimit-reset": "1" }];
const failures = [408, 500, 502, 503, 504];
const lost = ["drop", "cut", "truncated", "empty"] as const;
const gatewayAnswers = gateway404s.map(([, answer]) => fc.constant(answer));
const search = { route: listedKinds.map(({ routes }) => routes.list), skip: [0] };

/** Faults by weight. A rejected request never changes the tenant, and a successful one always does. */
const weighted: [number, fc.Arbitrary<Fault[]>][] = [
  [15, fc.constant([])],
  [5, fault({ kind: ["status"], status: [429], headers: limited })],
  [4, fault({ kind: ["drop", "cut"], when })],
  [3, fault({ kind: ["status"], status: failures, when })],
  [3, fault({ kind: ["status"], status: [302, 400, 401, 403, 409, 418] })],
  [3, fault({ kind: ["html"], status: [200, 403, 404, 502] })],
  [3, fault({ kind: ["truncated", "empty"], when: ["after"] })],
  [1, fault({ kind: ["truncated", "empty"], status: failures })],
  [2, fault({ kind: ["revoked"] })],
  // The 404 of a gateway without a route to Auth0.
  [
    3,
    fc
      .tuple(fault({ kind: ["status"], route: [...writes, ...reads] }), fc.oneof(...gatewayAnswers))
      .map(([[one], answer]) => [{ ...one, ...answer } as Fault]),
  ],
  // Completes before the provider searches for the object, which is 5 seconds after a 504.
  [
    1,
    fault({
      kind: ["status"],
      status: [504],
      when: ["late"],
      lateMs: [2000],
      route: creates,
      times: [1],
    }),
  ],
  // The provider needs a new token, and the request for it fails.
  [
    2,
    both(
      fc.constant([{ kind: "revoked" }]),
      fc.oneof(
        fault({ kind: lost, route: [token] }),
        fault({ kind: ["html", "status"], route: [token], status: [500, 503] }),
      ),
    ),
  ],
  // A create's response is lost, and the search for the object fails too.
  [
    3,
    both(
      fault({ kind: lost, when: ["after"], route: creates, skip: [0] }),
      fc.oneof(
        fault({ kind: [...lost, "html"], ...search }),
        fault({ kind: ["status"], status: [403, 429, 503], ...search }),
      ),
    ),
  ],
];
const faults = fc.oneof(...weighted.map(([weight, arbitrary]) => ({ arbitrary, weight })));

const steps: fc.Arbitrary<Step> = fc.record({
  edits: fc.array(edits, { minLength: 1, maxLength: 3, size: "max" }),
  outside: fc.array(outsideChanges, { maxLength: 2, size: "max" }),
  faults: both(faults, faults),
  together: fc.boolean(),
  refresh: oneIn(5),
});

/** The steps of a walk, which depend only on its seed. */
export const stepsOf = (seed: number): Step[] => fc.sample(steps, { seed, numRuns: 16 });

/** The program after a step. `tag` makes its secrets and its natural keys unique. */
export function edited(program: Program, { edits }: Step, tag: string): Program {
  const next = new Map(program);
  for (const { slot, what, other, inputs, keys } of edits) {
    const kind = slots[slot] as Kind;
    const before = next.get(slot);
    const copied = what === "copy" && other !== slot && canBeEqual(kind) && next.get(other);
    const given = copied ? withoutKey(kind, copied.inputs) : marked(kind, inputs, `${tag}-${slot}`);
    if (what === "remove") next.delete(slot);
    else if (!before || copied) next.set(slot, { kind, inputs: given });
    else
      next.set(slot, { kind, inputs: { ...without(before.inputs, keys), ...only(given, keys) } });
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

const anHourAgo = () => new Date(Date.now() - 3_600_000).toISOString();

/** Makes a change if its slot has an object. Returns the object that it added, if any. */
export function changeOutside(
  tenant: Tenant,
  { slot, what, inputs, key }: OutsideChange,
  claim: Claim | undefined,
  tag: string,
): Props | undefined {
  const kind = slots[slot] as Kind;
  const objects = collectionOf(tenant, kind);
  const found = objects.get(claim?.id ?? "");
  if (what === "add") {
    const id = kind.id(tag);
    const unique = wire(kind.unique(tag));
    const like = without(found ?? storedObject(kind, id, kind.first), Object.keys(unique));
    const times = { created_at: anHourAgo(), updated_at: anHourAgo() };
    // Names are unique, but two objects may lack one.
    const own = canBeEqual(kind) ? {} : unique;
    objects.set(id, { ...structuredClone(like), ...own, id, ...times });
    return structuredClone(objects.get(id));
  }
  if (!claim || !found) return undefined;
  if (what === "delete") objects.delete(claim.id);
  else change(found, claim, marked(kind, inputs, `elsewhere-${tag}`), key);
  return undefined;
}

/** Changes a property as the API allows it, and visibly: a refresh finds no other change. */
function change(found: Props, { kind, inputs: olds }: Claim, inputs: Props, key: string): void {
  const name = wireName(key);
  const value = inputs[key];
  if (value === undefined) return;
  const [here, there] = [wire(value), found[name] ?? null].map((one) =>
    JSON.stringify(comparable(kind, { [name]: one }, false)),
  );
  const replaces = replacedKeys(kind.resource.inputs, olds, { ...olds, [key]: value }).length > 0;
  if (here === there || replaces) return;
  Object.assign(found, { [name]: wire(value), updated_at: new Date().toISOString() });
}

import fc from "fast-check";
import type { Props } from "../../../provider/shared/json";
import { mapSecrets } from "../engine/secretValues";
import { inputsOf } from "../values/arbitrary";
import {
  canBeEqual,
  type Kind,
  kindNamed,
  kinds,
  only,
  without,
  withoutKey,
} from "../values/kinds";
import { type Disturbance, disturbances } from "./disturbances";
import { type OutsideChange, outsideChanges } from "./outsideChanges";

/** One run of the engine, and everything that disturbs it. */
export interface Step {
  edits: Edit[];
  /** Whether the program returns to the last but one version, instead of the edits. */
  revert: boolean;
  outsideChanges: OutsideChange[];
  disturbances: Disturbance[];
  /** Whether the engine's steps run concurrently. */
  together: boolean;
  /** Whether the state is refreshed first. */
  refresh: boolean;
}

/** Removes a resource from the program, adds one, or changes these properties of it. */
interface Edit {
  slot: string;
  remove: boolean;
  inputs: Props;
  keys: string[];
  /** The slot whose inputs the resource copies, except the name. */
  copyOf?: string | undefined;
}

/** What a program declares, by logical name. */
export type Program = ReadonlyMap<string, { kind: string; inputs: Props }>;

/** The logical names that a program may use, each of one kind. */
export const slots: Record<string, Kind> = Object.fromEntries(
  kinds.flatMap((kind) => {
    const letters = kind.routes.list ? ["a", "b", "c"] : ["a"];
    return letters.map((letter) => [`${kind.name}-${letter}`, kind]);
  }),
);

const oneIn = (count: number) => fc.noBias(fc.nat(count - 1)).map((chance) => chance === 0);

function edits([slot, kind]: [string, Kind]): fc.Arbitrary<Edit> {
  const schema = kind.resource.inputs;
  const all = Object.keys(schema.properties);
  const sameKind = Object.keys(slots).filter((other) => slots[other] === kind);
  return fc.record({
    slot: fc.constant(slot),
    remove: oneIn(5),
    inputs: inputsOf(schema),
    keys: fc.oneof(fc.constant(all), fc.subarray(all, { minLength: 1, maxLength: 1 })),
    copyOf: fc.option(fc.constantFrom(...sameKind), { freq: 5, nil: undefined }),
  });
}

const steps = (): fc.Arbitrary<Step> =>
  fc.record({
    edits: fc.array(fc.oneof(...Object.entries(slots).map(edits)), {
      minLength: 1,
      maxLength: 3,
      size: "max",
    }),
    revert: oneIn(5),
    outsideChanges: fc.array(outsideChanges(slots), { maxLength: 2, size: "max" }),
    disturbances: disturbances(),
    together: fc.boolean(),
    refresh: oneIn(5),
  });

/** Returns a walk's steps, which depend only on the seed. A shorter walk is the start of a longer one. */
export const stepsOf = (seed: number, count: number): Step[] =>
  fc.sample(steps(), { seed, numRuns: count });

/** Returns the program at every step. `tag` makes the secrets and keys of a walk unique. */
export function programsOf(steps: Step[], tag: string): Program[] {
  const programs: Program[] = [];
  steps.forEach((step, index) => {
    const [before = new Map(), last = new Map()] = programs.slice(-2);
    programs.push(step.revert ? reverted(last, before) : edited(last, step, `${tag}-${index}`));
  });
  return programs;
}

function edited(program: Program, { edits }: Step, tag: string): Program {
  const next = new Map(program);
  for (const { slot, remove, inputs, keys, copyOf } of edits) {
    const kind = slots[slot] as Kind;
    const before = next.get(slot);
    const other =
      copyOf === undefined || copyOf === slot || !canBeEqual(kind) ? undefined : next.get(copyOf);
    const given = other ? withoutKey(kind, other.inputs) : marked(kind, inputs, `${tag}-${slot}`);
    if (remove) next.delete(slot);
    else if (!before || other) next.set(slot, { kind: kind.name, inputs: given });
    else next.set(slot, { kind: kind.name, inputs: changed(before.inputs, given, keys) });
  }
  return next;
}

/** Keeps current natural keys, because another object may still have the former one. */
function reverted(last: Program, before: Program): Program {
  const entries = [...before].map(([slot, { kind: name, inputs }]) => {
    const kind = kindNamed(name);
    const key = only(last.get(slot)?.inputs ?? {}, kind.definition.naturalKey ?? []);
    return [slot, { kind: name, inputs: { ...withoutKey(kind, inputs), ...key } }] as const;
  });
  return new Map(entries);
}

/** Sets the properties `keys` to those of `given`, and removes the ones that `given` lacks. */
const changed = (before: Props, given: Props, keys: string[]): Props => ({
  ...without(before, keys),
  ...only(given, keys),
});

/** Makes every secret a canary, and every natural key unique. */
function marked({ name, unique }: Kind, inputs: Props, tag: string): Props {
  const canary = `canary-walk-${tag} `;
  const own = { ...inputs, ...only(unique(tag), Object.keys(inputs)) };
  return mapSecrets(name, own, (secret, { contentSchema }) =>
    contentSchema ? JSON.stringify({ ...JSON.parse(`${secret}`), canary }) : canary + secret,
  );
}

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
import { type Meddling, meddlings } from "./meddling";
import { type Trouble, troubles } from "./troubles";

/** One run of the engine, and what befalls it: decided before anything runs. */
export interface Step {
  edits: Edit[];
  /** Instead of edits: as the program was before the step before. */
  revert: boolean;
  meddling: Meddling[];
  troubles: Trouble[];
  /** Whether steps of the engine run at the same time. */
  together: boolean;
  /** Whether the state is refreshed first. */
  refresh: boolean;
}

/** A change of the program: a resource removed, made anew, or changed in these properties only. */
interface Edit {
  slot: string;
  remove: boolean;
  inputs: Props;
  keys: string[];
  /** Says what another one says, without its name. */
  twin?: string | undefined;
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
  const twins = Object.keys(slots).filter((other) => slots[other] === kind);
  return fc.record({
    slot: fc.constant(slot),
    remove: oneIn(5),
    inputs: inputsOf(schema),
    keys: fc.oneof(fc.constant(all), fc.subarray(all, { minLength: 1, maxLength: 1 })),
    twin: fc.option(fc.constantFrom(...twins), { freq: 5, nil: undefined }),
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
    meddling: fc.array(meddlings(slots), { maxLength: 2, size: "max" }),
    troubles: troubles(),
    together: fc.boolean(),
    refresh: oneIn(5),
  });

/** Every step of a walk: the same ones for the same seed, a shorter walk being the longer one's start. */
export const stepsOf = (seed: number, count: number): Step[] =>
  fc.sample(steps(), { seed, numRuns: count });

/** The program at every step; `tag` tells the secrets and keys of a walk from those of others. */
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
  for (const { slot, remove, inputs, keys, twin } of edits) {
    const kind = slots[slot] as Kind;
    const before = next.get(slot);
    const other =
      twin === undefined || twin === slot || !canBeEqual(kind) ? undefined : next.get(twin);
    const given = other ? withoutKey(kind, other.inputs) : marked(kind, inputs, `${tag}-${slot}`);
    if (remove) next.delete(slot);
    else if (!before || other) next.set(slot, { kind: kind.name, inputs: given });
    else next.set(slot, { kind: kind.name, inputs: changed(before.inputs, given, keys) });
  }
  return next;
}

/** No object goes back to a natural key: the one that it was replaced by, or replaced, may be there still. */
function reverted(last: Program, before: Program): Program {
  const entries = [...before].map(([slot, { kind: name, inputs }]) => {
    const kind = kindNamed(name);
    const key = only(last.get(slot)?.inputs ?? {}, kind.definition.naturalKey ?? []);
    return [slot, { kind: name, inputs: { ...withoutKey(kind, inputs), ...key } }] as const;
  });
  return new Map(entries);
}

/** Of `given`, only the properties `keys`; one that it has not is removed. */
const changed = (before: Props, given: Props, keys: string[]): Props => ({
  ...without(before, keys),
  ...only(given, keys),
});

/** Every secret a canary, and every object with a natural key of its own if it has one. */
function marked({ name, unique }: Kind, inputs: Props, tag: string): Props {
  const canary = `canary-walk-${tag} `;
  const own = { ...inputs, ...only(unique(tag), Object.keys(inputs)) };
  return mapSecrets(name, own, (secret, { contentSchema }) =>
    contentSchema ? JSON.stringify({ ...JSON.parse(`${secret}`), canary }) : canary + secret,
  );
}

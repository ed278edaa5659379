import fc from "fast-check";
import { type ObjectSchema, resourceSchema } from "../../../provider/schema/packageSchema";
import type { Props } from "../../../provider/shared/json";
import { type Kind, kinds } from "../engine/adapter";
import { inputsOf } from "../values/arbitrary";
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
export type Program = ReadonlyMap<string, { kind: Kind; inputs: Props }>;

/** The logical names that a program may use, each of one kind. */
export const slots: Record<string, Kind> = {
  "stream-a": "EventStream",
  "stream-b": "EventStream",
  "stream-c": "EventStream",
  "policy-a": "RateLimitPolicy",
  "policy-b": "RateLimitPolicy",
  push: "GuardianFcmv1Provider",
};

const streams = Object.keys(slots).filter((slot) => slots[slot] === "EventStream");
const schemas = new Map(kinds.map((kind) => [kind, resourceSchema(kind).inputs]));

const oneIn = (count: number) => fc.noBias(fc.nat(count - 1)).map((chance) => chance === 0);

function edits([slot, kind]: [string, Kind]): fc.Arbitrary<Edit> {
  const schema = schemas.get(kind) as ObjectSchema;
  const all = Object.keys(schema.properties);
  return fc.record({
    slot: fc.constant(slot),
    remove: oneIn(5),
    inputs: inputsOf(schema),
    keys: fc.oneof(fc.constant(all), fc.subarray(all, { minLength: 1, maxLength: 1 })),
    twin:
      kind === "EventStream"
        ? fc.option(fc.constantFrom(...streams), { freq: 5, nil: undefined })
        : fc.constant(undefined),
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
    meddling: fc.array(meddlings(Object.keys(slots)), { maxLength: 2, size: "max" }),
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
    const other = twin === undefined || twin === slot ? undefined : next.get(twin);
    const given = other ? unnamed(other.inputs) : marked(inputs, `${tag}-${slot}`);
    if (remove) next.delete(slot);
    else if (!before || other) next.set(slot, { kind, inputs: given });
    else next.set(slot, { kind, inputs: changed(before.inputs, given, keys) });
  }
  return next;
}

/** The service accepts streams that are equal only if they have no name. */
const unnamed = ({ name: _, ...others }: Props): Props => others;

/** No object goes back to a natural key: the one that it was replaced by, or replaced, may be there still. */
function reverted(last: Program, before: Program): Program {
  const entries = [...before].map(([slot, { kind, inputs }]) => {
    const { consumerSelector, name } = last.get(slot)?.inputs ?? {};
    const kept = {
      ...(consumerSelector !== undefined && { consumerSelector }),
      ...(name !== undefined && { name }),
    };
    return [slot, { kind, inputs: { ...unnamed(inputs), ...kept } }] as const;
  });
  return new Map(entries);
}

/** Of `given`, only the properties `keys`; one that it has not is removed. */
function changed(before: Props, given: Props, keys: string[]): Props {
  const others = Object.entries(before).filter(([key]) => !keys.includes(key));
  const own = Object.entries(given).filter(([key]) => keys.includes(key));
  return Object.fromEntries([...others, ...own]);
}

/** Every secret a canary, every stream with a name of its own, and every policy for a consumer of its own. */
function marked(inputs: Props, tag: string): Props {
  const canary = `canary-walk-${tag} `;
  return JSON.parse(JSON.stringify(inputs), (key, value) => {
    switch (key) {
      case "password":
      case "token":
      case "headerValue":
        return canary + value;
      case "serverCredentials":
        return value.replace('"private_key":"', `"private_key":"${canary}`);
      case "name":
        return `${value.slice(0, 80)}-${tag}`;
      case "consumerSelector":
        return `client_id:${value.replace("client_id:", "").slice(0, 200)}-${tag}`;
      default:
        return value;
    }
  });
}

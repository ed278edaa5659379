import { InvalidInput, isObject } from "../../invalidInput";

/** How a receiver answers events that it could accept. Null: not set. */
export interface Behaviour {
  /** The status with which it fails. */
  fail: number | null;
  /** Only this many further events fail, with `fail` or 503. */
  failFirst: number | null;
  /** Milliseconds before each response. */
  slow: number | null;
}

export const accepting: Behaviour = { fail: null, failFirst: null, slow: null };

export const ranges: Record<keyof Behaviour, { minimum: number; maximum: number }> = {
  fail: { minimum: 300, maximum: 599 },
  failFirst: { minimum: 1, maximum: 1_000_000 },
  slow: { minimum: 0, maximum: 600_000 },
};

/** `behaviour` with these changes. Throws InvalidInput if one is invalid. */
export function changedBehaviour(behaviour: Behaviour, changes: unknown): Behaviour {
  if (!isObject(changes)) {
    throw new InvalidInput(`the body must be a JSON object, as in {"fail": 503}`);
  }
  for (const [name, value] of Object.entries(changes)) checkSetting(name, value);
  return { ...behaviour, ...changes };
}

function checkSetting(name: string, value: unknown): void {
  const range = Object.hasOwn(ranges, name) ? ranges[name as keyof Behaviour] : undefined;
  if (range === undefined) {
    throw new InvalidInput(`a setting must be one of ${Object.keys(ranges).join(", ")}`);
  }
  const { minimum, maximum } = range;
  const isWithin = Number.isInteger(value) && Number(value) >= minimum && Number(value) <= maximum;
  if (value === null || isWithin) return;
  throw new InvalidInput(`${name} must be null or a number from ${minimum} to ${maximum}`);
}

/** The status for the next event, and the behaviour after it. */
export function nextResponse(behaviour: Behaviour): { status: number; after: Behaviour } {
  const { fail, failFirst } = behaviour;
  if (failFirst === null) return { status: fail ?? 204, after: behaviour };
  const after = failFirst > 1 ? { failFirst: failFirst - 1 } : { fail: null, failFirst: null };
  return { status: fail ?? 503, after: { ...behaviour, ...after } };
}

import { InvalidInput } from "../invalidInput";
import type { Fault, FaultKind } from "./faults";
import { shiftable } from "./shiftPages";

type Field = Exclude<keyof Fault, "kind" | "route">;
type Fields = Partial<Omit<Fault, "kind" | "route">>;

const everywhere: Field[] = ["skip", "times", "when"];
const lateness: Field[] = ["lateMs", "lateRequests"];

/** The moments that a kind can have, where not all. */
const momentsOf: Partial<Record<FaultKind, Fault["when"][]>> = {
  trickle: ["before", "after"],
  slow: ["before", "after"],
  revoked: ["before"],
  expired: ["before"],
  deleted: ["after"],
  inserted: ["after"],
};

/** What each kind takes besides; anything else would be silently without effect. */
const fieldsOf: Record<FaultKind, Field[]> = {
  status: ["status", "headers", "body"],
  html: ["status", "headers", "body"],
  empty: ["status", "headers"],
  truncated: ["status", "headers"],
  cut: ["status", "headers"],
  drop: [],
  hang: [],
  trickle: ["headers", "delayMs"],
  slow: ["headers", "delayMs"],
  revoked: [],
  expired: [],
  deleted: ["id"],
  inserted: [],
};

const isWhole = (value: unknown, minimum: number, maximum: number) =>
  Number.isInteger(value) && Number(value) >= minimum && Number(value) <= maximum;

const isObject = (value: unknown) =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isHeaders = (value: unknown) =>
  isObject(value) && Object.values(value as object).every((text) => typeof text === "string");

const count = {
  holds: (value: unknown) => isWhole(value, 0, 1_000_000),
  is: "a number from 0 to 1000000",
};

const rules: Record<Field, { holds(value: unknown): boolean; is: string }> = {
  skip: count,
  times: count,
  delayMs: count,
  lateMs: count,
  lateRequests: count,
  when: {
    holds: (value) => ["before", "after", "late"].includes(value as string),
    is: '"before", "after" or "late"',
  },
  status: { holds: (value) => isWhole(value, 200, 599), is: "a number from 200 to 599" },
  headers: { holds: isHeaders, is: "an object of strings" },
  id: { holds: (value) => typeof value === "string", is: "a string" },
  body: { holds: () => true, is: "anything" },
};

/** Refuses a fault that could never come, or not as it reads. */
export function checkFault(fault: unknown, routes: Set<string>): void {
  const problem = problemOf(fault, routes);
  if (problem) throw new InvalidInput(`Fault ${JSON.stringify(fault)}: ${problem}`);
}

function problemOf(fault: unknown, routes: Set<string>): string | undefined {
  if (!isObject(fault)) return "a fault is an object";
  const { kind, route = "*", ...rest } = fault as Partial<Fault>;
  if (kind === undefined || !Object.hasOwn(fieldsOf, kind)) {
    return `kind must be one of ${Object.keys(fieldsOf).join(", ")}`;
  }
  if (route !== "*" && !routes.has(route)) {
    const known = [...routes].filter((name) => !name.endsWith("/"));
    return `route must be * or one of: ${known.join(", ")}`;
  }
  for (const [field, value] of Object.entries(rest) as [Field, unknown][]) {
    if (value === undefined) continue;
    const fields = [...everywhere, ...lateness, ...fieldsOf[kind]];
    if (!fields.includes(field)) return `${kind} takes no ${field}`;
    if (!rules[field].holds(value)) return `${field} must be ${rules[field].is}`;
  }
  if (kind === "status" && rest.status === undefined) return "status takes a status";
  if ((kind === "deleted" || kind === "inserted") && !shiftable.includes(route)) {
    return `${kind} takes a route, one of: ${shiftable.join(", ")}`;
  }
  return problemOfMoment(kind, rest);
}

function problemOfMoment(kind: FaultKind, { when, lateMs, lateRequests }: Fields) {
  const moments = momentsOf[kind];
  if (when && moments && !moments.includes(when)) return `${kind} has no ${when}`;
  const given = [lateMs, lateRequests].filter((value) => value !== undefined).length;
  if (when !== "late") return given > 0 ? "lateMs and lateRequests come with late" : undefined;
  return given === 1 ? undefined : "late takes either lateMs or lateRequests";
}

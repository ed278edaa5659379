import { InvalidInput, isObject } from "../invalidInput";
import type { Fault, FaultKind } from "./fault";

type Field = Exclude<keyof Fault, "kind" | "route">;
type Fields = Partial<Omit<Fault, "kind" | "route">>;

const commonFields: Field[] = ["skip", "times", "when", "lateMs", "lateRequests"];

/** The values of `when` that a kind allows. A kind that is not listed allows all. */
const allowedMoments: Partial<Record<FaultKind, Fault["when"][]>> = {
  slow: ["before", "after"],
  revoked: ["before"],
  expired: ["before"],
  deleted: ["after"],
};

/** The further fields of each kind. Any other field would silently have no effect. */
const fieldsByKind: Record<FaultKind, Field[]> = {
  status: ["status", "headers", "body"],
  html: ["status", "headers", "body"],
  empty: ["status", "headers"],
  truncated: ["status", "headers"],
  cut: ["status", "headers"],
  drop: [],
  hang: [],
  slow: ["headers", "delayMs"],
  revoked: [],
  expired: [],
  deleted: ["id"],
};

const numbers: Field[] = ["skip", "times", "delayMs", "lateMs", "lateRequests", "status"];

/** Throws InvalidInput if the fault could never occur, or not as it is written. */
export function checkFault(fault: unknown, routes: Set<string>): void {
  const violation = violationOf(fault, routes);
  if (violation) throw new InvalidInput(`Fault ${JSON.stringify(fault)}: ${violation}`);
}

function violationOf(fault: unknown, routes: Set<string>): string | undefined {
  if (!isObject(fault)) return "a fault must be an object";
  const { kind, route = "*", ...fields } = fault as Partial<Fault>;
  if (kind === undefined || !Object.hasOwn(fieldsByKind, kind)) {
    return `kind must be one of ${Object.keys(fieldsByKind).join(", ")}`;
  }
  return (
    routeViolation(kind, route, routes) ??
    fieldViolation(kind, fields) ??
    momentViolation(kind, fields)
  );
}

function routeViolation(kind: FaultKind, route: string, routes: Set<string>): string | undefined {
  if (route !== "*" && !routes.has(route)) {
    // The token endpoint is also registered with a trailing slash.
    const names = [...routes].filter((name) => !name.endsWith("/"));
    return `route must be * or one of: ${names.join(", ")}`;
  }
  // The lists of objects that can be deleted.
  const shiftable = [...routes].filter((one) => routes.has(`${one.replace("GET", "DELETE")}/{id}`));
  if (kind === "deleted" && !shiftable.includes(route)) {
    return `${kind} needs a route, one of: ${shiftable.join(", ")}`;
  }
  return undefined;
}

function fieldViolation(kind: FaultKind, fields: Fields): string | undefined {
  const allowedFields = [...commonFields, ...fieldsByKind[kind]];
  for (const [field, value] of Object.entries(fields) as [Field, number][]) {
    if (value === undefined) continue;
    if (!allowedFields.includes(field)) return `${kind} has no field ${field}`;
    if (!numbers.includes(field)) continue;
    const [minimum, maximum] = field === "status" ? [200, 599] : [0, 1_000_000];
    const isWithin = Number.isInteger(value) && value >= minimum && value <= maximum;
    if (!isWithin) return `${field} must be a number from ${minimum} to ${maximum}`;
  }
  return undefined;
}

function momentViolation(kind: FaultKind, fields: Fields): string | undefined {
  const { when, lateMs, lateRequests } = fields;
  const allowed = allowedMoments[kind];
  if (when && !["before", "after", "late"].includes(when)) {
    return 'when must be "before", "after" or "late"';
  }
  if (when && allowed && !allowed.includes(when)) return `${kind} cannot have when "${when}"`;
  const given = [lateMs, lateRequests].filter((value) => value !== undefined).length;
  if (when === "late") {
    return given === 1 ? undefined : 'when "late" needs either lateMs or lateRequests';
  }
  return given === 0 ? undefined : 'lateMs and lateRequests need when "late"';
}

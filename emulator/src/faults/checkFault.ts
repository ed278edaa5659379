import { InvalidInput, isObject } from "../invalidInput";
import type { Fault, FaultKind } from "./fault";

type Field = Exclude<keyof Fault, "kind" | "route">;

const everyField: Field[] = ["skip", "times", "when", "lateMs", "lateRequests"];
const numbers: Field[] = ["skip", "times", "delayMs", "lateMs", "lateRequests", "status"];

interface Rule {
  /** The fields that have an effect. Any other field is an error. */
  fields: Field[];
  /** The values of `when`. @default all */
  moments?: Fault["when"][];
}

const rules: Record<FaultKind, Rule> = {
  status: { fields: ["status", "headers", "body"] },
  html: { fields: ["status", "headers", "body"] },
  empty: { fields: ["status", "headers"] },
  truncated: { fields: ["status", "headers"] },
  cut: { fields: ["status", "headers"] },
  drop: { fields: [] },
  hang: { fields: [] },
  slow: { fields: ["headers", "delayMs"], moments: ["before", "after"] },
  revoked: { fields: [], moments: ["before"] },
  expired: { fields: [], moments: ["before"] },
  deleted: { fields: ["id"], moments: ["after"] },
};

/** Throws InvalidInput if the fault could never occur as it is written. */
export function checkFault(fault: unknown, routes: Set<string>): void {
  const violation = violationOf(fault, routes);
  if (violation) throw new InvalidInput(`Fault ${JSON.stringify(fault)}: ${violation}`);
}

function violationOf(fault: unknown, routes: Set<string>): string | undefined {
  if (!isObject(fault)) return "a fault must be an object.";
  const { kind, route = "*", ...fields } = fault as Fault;
  const rule = Object.hasOwn(rules, kind) ? rules[kind] : undefined;
  if (rule === undefined) return `kind must be one of ${Object.keys(rules).join(", ")}.`;
  return (
    routeViolation(kind, route, routes) ??
    fieldViolation(kind, rule, fields) ??
    momentViolation(kind, rule, fields)
  );
}

function routeViolation(kind: FaultKind, route: string, routes: Set<string>): string | undefined {
  // The token endpoint is also registered with a trailing slash.
  const names = [...routes].filter((name) => !name.endsWith("/"));
  // The lists of objects that can be deleted.
  const lists = names.filter((name) => routes.has(`${name.replace("GET", "DELETE")}/{id}`));
  const allowed = kind === "deleted" ? lists : ["*", ...names];
  return allowed.includes(route) ? undefined : `route must be one of ${allowed.join(", ")}.`;
}

function fieldViolation(kind: FaultKind, rule: Rule, fields: object): string | undefined {
  for (const [field, value] of Object.entries(fields) as [Field, number][]) {
    if (value === undefined) continue;
    if (![...everyField, ...rule.fields].includes(field)) return `${kind} has no field ${field}.`;
    if (!numbers.includes(field)) continue;
    const [minimum, maximum] = field === "status" ? [200, 599] : [0, 1_000_000];
    const isWithin = Number.isInteger(value) && value >= minimum && value <= maximum;
    if (!isWithin) return `${field} must be a number from ${minimum} to ${maximum}.`;
  }
  return undefined;
}

function momentViolation(
  kind: FaultKind,
  { moments = ["before", "after", "late"] }: Rule,
  { when, lateMs, lateRequests }: Partial<Fault>,
): string | undefined {
  if (when && !moments.includes(when)) return `${kind} can't have when: "${when}".`;
  const given = [lateMs, lateRequests].filter((value) => value !== undefined).length;
  if (given === (when === "late" ? 1 : 0)) return undefined;
  return 'set either lateMs or lateRequests with when: "late", and neither otherwise.';
}

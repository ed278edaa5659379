import { InvalidInput, isObject } from "../invalidInput";
import type { Fault, FaultKind } from "./fault";

type Field = Exclude<keyof Fault, "kind" | "route">;

const everyField: Field[] = ["skip", "times", "when", "lateMs", "lateRequests"];

/** The further fields that have an effect. Any other field is an error. */
const fieldsOf: Record<FaultKind, Field[]> = {
  status: ["status", "headers", "body"],
  html: ["status", "headers", "body"],
  empty: ["status", "headers"],
  truncated: ["status", "headers"],
  cut: ["status", "headers"],
  drop: [],
  hang: [],
  slow: ["headers", "delayMs"],
  revoked: [],
};

/** Throws InvalidInput if the fault could never occur as it is written. */
export function checkFault(fault: unknown, routes: Set<string>): void {
  const violation = violationOf(fault, routes);
  if (violation) throw new InvalidInput(`Fault ${JSON.stringify(fault)}: ${violation}`);
}

function violationOf(fault: unknown, routes: Set<string>): string | undefined {
  if (!isObject(fault)) return "a fault must be an object.";
  const { kind, route = "*", ...fields } = fault as Fault;
  if (!Object.hasOwn(fieldsOf, kind)) {
    return `kind must be one of ${Object.keys(fieldsOf).join(", ")}.`;
  }
  const allowed = [...everyField, ...fieldsOf[kind]];
  const wrong = (Object.keys(fields) as Field[]).find((field) => !allowed.includes(field));
  if (wrong) return `${kind} has no field ${wrong}.`;
  return routeViolation(route, routes) ?? momentViolation(fields);
}

function routeViolation(route: string, routes: Set<string>): string | undefined {
  // The token endpoint is also registered with a trailing slash.
  const allowed = ["*", ...[...routes].filter((name) => !name.endsWith("/"))];
  return allowed.includes(route) ? undefined : `route must be one of ${allowed.join(", ")}.`;
}

function momentViolation({
  when = "before",
  lateMs,
  lateRequests,
}: Partial<Fault>): string | undefined {
  if (!["before", "after", "late"].includes(when)) return "when must be before, after, or late.";
  const given = [lateMs, lateRequests].filter((value) => value !== undefined).length;
  if (given === (when === "late" ? 1 : 0)) return undefined;
  return 'set either lateMs or lateRequests with when: "late", and neither otherwise.';
}

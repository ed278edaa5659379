import type { Fault } from "../../faults/fault";
import { InvalidInput } from "../../invalidInput";
import { parseJson } from "../commandLine";

const form = "<METHOD> <path>|* <kind[:number]> [after] [x<times>], or JSON";

/** Parses a fault as written on the command line: `"* status:503 x3"`, or JSON. */
export function parseFault(text: string): Fault {
  if (text.startsWith("{")) {
    const fault = parseJson(text);
    if (fault === undefined) throw invalid(text);
    return fault as Fault;
  }
  const parts = text.trim().split(/\s+/);
  const routeParts = parts[0] === "*" ? 1 : 2;
  const route = parts.slice(0, routeParts).join(" ");
  const [kind = "", ...modifiers] = parts.slice(routeParts);
  const fault: Fault = { route, ...parseKind(kind, text) };
  for (const modifier of modifiers) Object.assign(fault, parseModifier(modifier, text));
  return fault;
}

/** The number is a delay for slow and trickle, and a status for every other kind. */
function parseKind(word: string, text: string): Pick<Fault, "kind" | "status" | "delayMs"> {
  const [, name, number] = /^([a-z]+)(?::(\d+))?$/.exec(word) ?? [];
  if (name === undefined) throw invalid(text);
  // checkFault refuses an unknown kind.
  const kind = name as Fault["kind"];
  if (number === undefined) return { kind };
  const hasDelay = kind === "slow" || kind === "trickle";
  return hasDelay ? { kind, delayMs: Number(number) } : { kind, status: Number(number) };
}

function parseModifier(word: string, text: string): Partial<Fault> {
  if (word === "after") return { when: word };
  const [, times] = /^x(\d+)$/.exec(word) ?? [];
  if (times === undefined) throw invalid(text);
  return { times: Number(times) };
}

const invalid = (text: string) => new InvalidInput(`a fault has the form '${form}', not '${text}'`);

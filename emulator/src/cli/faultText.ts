import type { Fault } from "../faults/faults";
import { InvalidInput } from "../invalidInput";

const form =
  "<METHOD> <path>|* <kind[:number]> [after|late:<n>|late:<n>ms] [x<times>] [skip<n>], or JSON";

/** `"POST /event-streams drop after"`, `"* status:503 x3"`: a fault as the command line says it. */
export function parseFault(text: string): Fault {
  if (text.startsWith("{")) return parsed(text);
  const [first = "", ...others] = text.trim().split(/\s+/);
  const route = first === "*" ? first : `${first} ${others.shift() ?? ""}`;
  const [kind = "", ...rest] = others;
  const words = rest.map((word) => wordOf(word, text));
  return Object.assign({ route, ...kindOf(kind, text) }, ...words);
}

/** The number is the delay of what is late and the status of everything else. */
function kindOf(word: string, text: string): Pick<Fault, "kind" | "status" | "delayMs"> {
  const [, name, number] = /^([a-z]+)(?::(\d+))?$/.exec(word) ?? [];
  if (name === undefined) throw unreadable(text);
  const kind = name as Fault["kind"];
  if (number === undefined) return { kind };
  const isLate = kind === "slow" || kind === "trickle";
  return { kind, [isLate ? "delayMs" : "status"]: Number(number) };
}

function wordOf(word: string, text: string): Partial<Fault> {
  const [, name, number] = /^(x|skip)(\d+)$/.exec(word) ?? [];
  if (word === "after" || word === "before") return { when: word };
  const [, late, unit] = /^late:(\d+)(ms)?$/.exec(word) ?? [];
  if (late) return { when: "late", [unit ? "lateMs" : "lateRequests"]: Number(late) };
  if (name === "x") return { times: Number(number) };
  if (name === "skip") return { skip: Number(number) };
  throw unreadable(text);
}

function parsed(text: string): Fault {
  try {
    return JSON.parse(text);
  } catch {
    throw unreadable(text);
  }
}

const unreadable = (text: string) => new InvalidInput(`a fault reads '${form}', not '${text}'`);

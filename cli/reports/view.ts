import type { Json } from "../../provider/shared/json";
import type { Diagnostic } from "../shared/diagnostic";
import type { NextStep } from "../shared/shellCommands";
import { formatNumber } from "../shared/text";

/** Each word has a symbol beside it, so that no meaning depends on a color. */
export const symbols = {
  failed: "!",
  failing: "×",
  drift: "≠",
  changed: "≠",
  changes: "±",
  gone: "×",
  shared: "&",
  unmanaged: "+",
  unverifiable: "?",
  ignored: "=",
  clean: "✓",
} as const;

/** What a symbol and a color of the page stand for. */
export type Status = keyof typeof symbols;

/** Words of the command, and texts from outside, which a renderer makes harmless. */
export type Text = string | (string | { outside: string })[];

/** Makes a text in which each inserted string comes from outside. */
export const text = (words: TemplateStringsArray, ...inserted: string[]): Text =>
  words.flatMap((word, index) => {
    const outside = inserted[index];
    return outside === undefined ? [word] : [word, { outside }];
  });

/** Names from outside, and the number of those beyond a maximum. */
export function namesText(names: string[], max = names.length): Text {
  const more = names.length - max;
  return [
    ...names.slice(0, max).flatMap((outside, index) => [index > 0 ? ", " : "", { outside }]),
    more > 0 ? ` and ${formatNumber(more)} more` : "",
  ];
}

/** The content of a report for people. Each renderer shows as much of it as it has room for. */
export interface View {
  status: Status;
  title: Text;
  counts?: string[];
  report?: { startedAt: string; finishedAt: string; generator: string };
  /** The number of stacks or streams. For a single one, a terminal shows no progress. */
  checked?: number;
  /** Sentences below the head. */
  notes: string[];
  /** A row for each stack or stream that needs action. */
  overview: { columns: string[]; numbers: string[]; rows: Row[] };
  /** The most urgent first. */
  sections: Section[];
  /** A line for each stack or stream that needs no action. If there are several, a terminal showed them as progress. */
  rest?: Section;
  /** A sentence that says where the complete report is. */
  complete: string;
  end: string;
}

export interface Row {
  title: Text;
  /** The same number as its entries, each of which has the status of a finding. */
  number?: number;
  found: Finding[];
  cells: (Text | number)[];
}

export interface Finding {
  status: Status;
  text: string;
}

export interface Section {
  id: Status;
  title: string;
  why?: string;
  entries: Entry[];
}

/** A stack, a stream, or an object, and what the check found. */
export interface Entry {
  status: Status;
  title?: Text;
  found?: string;
  number?: number;
  facts?: Text[];
  /** A terminal leaves it out, because it's long and repeats the name. */
  urn?: string;
  /** Sentences of the command. */
  notes?: string[];
  /** Messages from outside. */
  messages?: Diagnostic[];
  table?: Table;
  /** What the Pulumi CLI printed, instead of all details. Only Markdown shows it. */
  output?: string;
  steps?: NextStep[];
  /** Objects that take one line each. */
  lines?: Entry[];
  /** Objects with all their details. */
  objects?: Entry[];
}

export interface Table {
  columns: string[];
  rows: [name: Text, ...Cell[]][];
}

/** A text, or a value of a property. */
export type Cell = Text | { value: Json | undefined };

export const isValue = (cell: Cell): cell is { value: Json | undefined } =>
  typeof cell === "object" && "value" in cell;

/** Joins a text, after `show` has made the parts from outside harmless. */
export const shownText = (text: Text, show: (outside: string) => string): string =>
  typeof text === "string"
    ? text
    : text.map((part) => (typeof part === "string" ? part : show(part.outside))).join("");

/** The count of the items beyond a maximum, as the last line of a list. */
export const moreThan = (max: number, { length }: unknown[]): string[] =>
  length > max ? [`And ${formatNumber(length - max)} more.`] : [];

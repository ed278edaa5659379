import type { Json } from "../../provider/shared/json";
import type { Diagnostic } from "../shared/diagnostic";
import type { NextStep } from "../shared/shellCommands";

/** A symbol beside each word, so that no meaning depends on a colour. */
export const symbols = {
  failed: "!",
  failing: "×",
  drift: "≠",
  changed: "≠",
  gone: "×",
  unmanaged: "+",
  unverifiable: "?",
  ignored: "=",
  clean: "✓",
} as const;

/** What a symbol, and a colour of the page, stands for. */
export type Status = keyof typeof symbols;

/** Words of the command, and between them texts from outside, which a renderer makes harmless. */
export type Text = string | (string | { outside: string })[];

/** A text whose inserted strings come from outside. */
export const text = (words: TemplateStringsArray, ...inserted: string[]): Text =>
  words.flatMap((word, index) => {
    const outside = inserted[index];
    return outside === undefined ? [word] : [word, { outside }];
  });

/** What a report says to people. Each renderer shows as much of it as it has room for. */
export interface View {
  status: Status;
  title: Text;
  counts: string[];
  report: { startedAt: string; finishedAt: string; generator: string };
  /** How many stacks or streams it is about; beside a single one, a terminal shows no progress. */
  checked: number;
  /** Sentences below the head. */
  notes: string[];
  /** What needs action, a row each. */
  overview: { columns: string[]; numbers: string[]; rows: Row[] };
  /** The most urgent first. */
  sections: Section[];
  /** What needs no action, a line each; a terminal may have shown it as progress already. */
  rest: Section & { isProgress?: boolean };
  /** A sentence that says where all of the report is. */
  complete: string;
  end: string;
}

export interface Row {
  title: Text;
  /** As of the entries that it stands for, of which each has the status of a finding. */
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
  /** What is left out where the room ends: its objects, or else its entries. */
  what: string;
  /** Whether it gets the room that the others leave. */
  isMain?: boolean;
  entries: Entry[];
}

/** A stack, a stream or an object, and what was found of it. */
export interface Entry {
  status: Status;
  title?: Text;
  found?: string;
  number?: number;
  facts?: Text[];
  /** A terminal leaves it out: it is long, and repeats the name. */
  urn?: string;
  /** Sentences of the command. */
  notes?: string[];
  /** Messages from outside. */
  messages?: Diagnostic[];
  table?: Table;
  steps?: NextStep[];
  /** Objects of which each is a line. */
  lines?: Entry[];
  /** Objects with all that is known of them. */
  objects?: Entry[];
}

export interface Table {
  what: [singular: string, plural: string];
  columns: string[];
  rows: [name: Text, ...Cell[]][];
}

/** A text, or a value of a property. */
export type Cell = Text | { value: Json | undefined };

export const isValue = (cell: Cell): cell is { value: Json | undefined } =>
  typeof cell === "object" && "value" in cell;

/** A text in which `show` has made what comes from outside harmless. */
export const shownText = (text: Text, show: (outside: string) => string): string =>
  typeof text === "string"
    ? text
    : text.map((part) => (typeof part === "string" ? part : show(part.outside))).join("");

import { parseUrn } from "../../provider/shared/urn";
import type { Diagnostic } from "../shared/diagnostic";
import { logText } from "../shared/log";
import { displayName, escapedLines, escapeInvisible, notSet } from "../shared/text";
import {
  type Cell,
  type Entry,
  isValue,
  moreThan,
  type Section,
  shownText,
  symbols,
  type Table,
  type Text,
  type View,
} from "./view";

/** More items of a list would hide the rest in the log of a job. */
const maxItems = 100;

/** A report for a terminal or the log of a job. The most urgent comes last, where a terminal ends up. */
export function terminal(view: View): string {
  const { title, counts = [], notes, sections, rest, complete, checked } = view;
  const withSteps = rest?.entries.filter(({ steps = [] }) => steps.length > 0) ?? [];
  const alone = rest && checked === 1 ? [{ ...rest, entries: withSteps }] : [];
  const text = logText([
    ...[...sections, ...alone].reverse().flatMap((section) => sectionBlocks(section, complete)),
    ...notes,
    `${shown(title)} (${counts.join(", ")}).`,
  ]);
  // Beside a single stack or stream, there are no lines of progress above the report.
  return view.checked === 1 ? text.trimStart() : text;
}

const sectionBlocks = ({ title, entries }: Section, complete: string): string[] => [
  ...entries.slice(0, maxItems).map((entry) => entryLines(entry, title).join("\n")),
  ...moreThan(maxItems, entries).map((more) => `${title}: ${more} ${complete}`),
];

function entryLines(entry: Entry, sectionTitle = ""): string[] {
  const {
    facts = [],
    notes = [],
    messages = [],
    table,
    steps = [],
    lines = [],
    objects = [],
  } = entry;
  const below = [
    ...(facts.length > 0 ? [facts.map(shown).join(", ")] : []),
    ...notes,
    ...(table ? rowLines(table) : []),
    ...messages.flatMap(messageLines),
    ...[...lines, ...objects].flatMap((one) => entryLines(one)),
    ...steps.map(({ title, command }) => `${title}: ${command}`),
  ];
  return [
    entry.title === undefined ? sectionTitle : headline(entry),
    ...below.map((line) => `  ${line}`),
  ];
}

const headline = ({ status, title = "", found }: Entry): string =>
  `${symbols[status]} ${shown(title)}${found === undefined ? "" : `: ${found}`}`;

function messageLines({ message, urn }: Diagnostic): string[] {
  const object = urn === undefined ? "" : `${displayName(parseUrn(urn).name)}: `;
  return escapedLines(object + message);
}

function rowLines({ columns, rows }: Table): string[] {
  const shownRows = rows.slice(0, maxItems).map(([name, ...others]) => {
    const cells = others.map(
      (cell, index) => `${columns[index + 1]?.toLowerCase()} ${cellText(cell)}`,
    );
    return `${shown(name)}: ${cells.join(", ")}`;
  });
  return [...shownRows, ...moreThan(maxItems, rows)];
}

function cellText(cell: Cell): string {
  if (!isValue(cell)) return shown(cell);
  return cell.value === undefined ? notSet : escapeInvisible(JSON.stringify(cell.value));
}

const shown = (text: Text): string => shownText(text, displayName);

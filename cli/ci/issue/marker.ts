import { isObject, type Json } from "../../../provider/shared/json";
import type { StackReport } from "../../shared/driftReport/report";
import { type Drift, driftsOf, hash } from "./drifts";

/** What an issue remembers, in a comment at its start that nobody sees. It contains no value. */
export interface Marker {
  stack: string;
  /**
   * A hash of the folder of the stack's program, as the check got it; undefined in issues that the
   * scripts of earlier versions opened.
   */
  folder: string | undefined;
  /** A hash of all that the issue shows. */
  content: string;
  announced: Announced[];
}

/** A drift that the issue has announced. The scripts of earlier versions did not remember the value. */
export type Announced = Pick<Drift, "key"> & Partial<Pick<Drift, "value">>;

/** So that the marker leaves room for the report. Beyond it, new drift is not announced. */
export const maxAnnounced = 500;

const start = "<!-- auth0-native drift ";

/** The marker of a stack's issue, which remembers what an earlier marker did. */
export function markerOf(stack: StackReport, earlier: Marker | undefined): Marker {
  const { name, result, problems, resources } = stack;
  const drifts = driftsOf(resources);
  const keys = new Set(drifts.map(({ key }) => key));
  // A failed check may not have reached the drift of before.
  const kept = result === "failed" ? (earlier?.announced ?? []) : [];
  return {
    stack: name,
    folder: folderHash(stack),
    content: hash(JSON.stringify([result, problems, resources])),
    announced: [...drifts, ...kept.filter(({ key }) => !keys.has(key))].slice(0, maxAnnounced),
  };
}

export const folderHash = ({ folder }: StackReport): string => hash(folder);

/**
 * The drifts that an issue has not announced with their live values. A full list does not say which are
 * new: then there are none.
 */
export const notAnnounced = ({ announced }: Marker, drifts: Drift[]): Drift[] =>
  announced.length < maxAnnounced ? drifts.filter((drift) => !includes(announced, drift)) : [];

const includes = (announced: Announced[], drift: Drift) =>
  announced.some(
    ({ key, value }) => key === drift.key && (value === undefined || value === drift.value),
  );

/** In place of the hash of a value that is not remembered. */
const unknownValue = "--------";

export function markerText({ stack, folder, content, announced }: Marker): string {
  const drifts = announced.map(({ key, value = unknownValue }) => key + value).join("");
  const json = JSON.stringify({ stack, folder, content, drifts });
  // So that no name ends the comment, or is a mention in it.
  return `${start}${json.replace(/[^\w"\\.:,{}/-]/g, unicodeEscape)} -->`;
}

const unicodeEscape = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;

/** The marker at the start of an issue's body. */
export function markerIn(body: string): Marker | undefined {
  const [line = ""] = body.split(/\r?\n/, 1);
  if (!line.startsWith(start) || !line.endsWith(" -->")) return undefined;
  try {
    return markerFrom(JSON.parse(line.slice(start.length, -" -->".length)));
  } catch {
    return undefined;
  }
}

function markerFrom(json: Json): Marker | undefined {
  const { stack, folder, content, drifts } = isObject(json) ? json : {};
  if (typeof stack !== "string") return undefined;
  // The scripts of earlier versions wrote a list of keys.
  if (Array.isArray(drifts)) {
    return { stack, folder: undefined, content: "", announced: drifts.map(keyOnly) };
  }
  if (typeof drifts !== "string" || typeof folder !== "string" || typeof content !== "string") {
    return undefined;
  }
  const announced = (drifts.match(/.{16}/g) ?? []).map((entry): Announced => {
    const [key, value] = [entry.slice(0, 8), entry.slice(8)];
    return value === unknownValue ? { key } : { key, value };
  });
  return { stack, folder, content, announced };
}

const keyOnly = (key: Json): Announced => ({ key: String(key) });

import { packageName } from "../../../provider/shared/command";
import { unicodeEscape } from "../../shared/text";

/** The memory of an issue, in a hidden comment at its start. It contains no value. */
export interface Marker {
  stack: string;
  /** A hash of the folder of the stack's program, as the check got it. */
  folder: string;
  content: string;
  /** The hashes of the drifts that the issue has announced. */
  announced: string[];
}

const start = `<!-- ${packageName} drift `;
const end = " -->";

export function markerText({ announced, ...marker }: Marker): string {
  const json = JSON.stringify({ ...marker, announced: announced.join("") });
  // Escapes keep a name from ending the comment, and from being a mention in it.
  return start + json.replace(/[^\w"\\.:,{}/-]/g, unicodeEscape) + end;
}

export function markerIn(body: string): Marker | undefined {
  const [line = ""] = body.split(/\r?\n/, 1);
  if (!line.startsWith(start) || !line.endsWith(end)) return undefined;
  try {
    const json = JSON.parse(line.slice(start.length, -end.length));
    const texts = [json.stack, json.folder, json.content, json.announced];
    if (!texts.every((text) => typeof text === "string")) return undefined;
    return { ...json, announced: json.announced.match(/.{8}/g) ?? [] };
  } catch {
    return undefined;
  }
}

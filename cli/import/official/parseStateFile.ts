import { codePointCount } from "../../../provider/schema/formats";
import { isObject, type Json, type Props } from "../../../provider/shared/json";
import { jsonErrorOffset } from "./jsonErrorOffset";

/** What a file is instead of a state, by a key that only such a file has. */
export type OtherFiles = [key: string, message: string][];

/** Parses the JSON object in a state file. An error names file, line and column, and quotes nothing. */
export function parseStateFile(text: string, file: string, otherFiles: OtherFiles = []): Props {
  // Windows programs start UTF-8 with a byte order mark.
  const json = text.replace(/^\ufeff/, "");
  const value = parse(json, file);
  if (!isObject(value)) {
    throw stateFileError(file, "the file is not a state: it is JSON, but not an object");
  }
  const [, message] = otherFiles.find(([key]) => Object.hasOwn(value, key)) ?? [];
  if (message !== undefined) throw stateFileError(file, message);
  return value;
}

/** An error about a state file as a whole. */
export const stateFileError = (file: string, message: string): Error =>
  new Error(`${file}:1:1: ${message}`);

function parse(json: string, file: string): Json {
  try {
    return JSON.parse(json);
  } catch {
    const offset = jsonErrorOffset(json) ?? json.length;
    throw new Error(`${file}:${position(json, offset)}: ${describe(json, offset)}`);
  }
}

/** Line and column as editors count them: from 1, columns in characters. */
function position(text: string, offset: number): string {
  const lines = text.slice(0, offset).split("\n");
  return `${lines.length}:${codePointCount(lines.at(-1) ?? "") + 1}`;
}

/**
 * Characters that a text file in UTF-8 does not have; U+FFFD stands for bytes that are not UTF-8. The last
 * character may be one that was cut off.
 */
const notText = /[\0\ufffd](?!$)/;

function describe(json: string, offset: number): string {
  if (json.trim() === "") return "the file is empty";
  if (notText.test(json.slice(0, 1000))) {
    return "the file is not text in UTF-8: it is a binary or compressed file, such as a saved plan, or UTF-16, which Windows PowerShell writes";
  }
  if (offset >= json.length) {
    return "the file ends here, before its JSON is complete: it was cut off, so write it again";
  }
  return "the file is not JSON: this character cannot stand here";
}

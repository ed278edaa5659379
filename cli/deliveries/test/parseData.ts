import { readFileSync } from "node:fs";
import { isObject, type Json, type Props } from "../../../provider/shared/json";

const rule = "--data must be a JSON object, or @ and the name of a file that contains one";

/** The data of a test event. No error quotes it, since it may be personal data. */
export function parseData(option: string): Props {
  const data = parseJson(option.startsWith("@") ? contentOf(option.slice(1)) : option);
  if (!isObject(data)) throw new Error(`${rule}: it is JSON, but not an object`);
  return data;
}

function parseJson(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`${rule}: it is not valid JSON`);
  }
}

function contentOf(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    throw new Error(`${rule}: ${(error as Error).message}`);
  }
}

import { isObject } from "../../invalidInput";
import { parseJson } from "../json";

/** The attributes of an event that are shown. */
export interface CloudEvent {
  id: string;
  type: string;
  data: unknown;
}

/** The event in a request's body, or why the body is no event of CloudEvents 1.0. */
export function parseCloudEvent(body: string): CloudEvent | { error: string } {
  const json = parseJson(body);
  if (!isObject(json)) {
    return { error: "the body is not a JSON object" };
  }
  const event = json as Record<string, unknown>;
  if (event.specversion !== "1.0") return { error: 'specversion is not "1.0"' };
  const missing = ["id", "source", "type", "time"].find((name) => !isText(event[name]));
  if (missing !== undefined) return { error: `${missing} is not a text, or is empty` };
  if (!isDateTime(String(event.time))) return { error: "time is not a date and time of RFC 3339" };
  if (event.data === undefined) return { error: "data is missing" };
  return { id: String(event.id), type: String(event.type), data: event.data };
}

const isText = (value: unknown) => typeof value === "string" && value !== "";

const isDateTime = (value: string) =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/i.test(value) &&
  !Number.isNaN(Date.parse(value));

import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Json, Props } from "../../../provider/shared/json";
import { root } from "../project";

/** A request that a tool sent to Auth0, and Auth0's response. */
export interface RecordedExchange {
  /** The path is relative to /api/v2. */
  request: { method: string; path: string; body?: Props };
  response: { status: number; body?: Json };
}

/** The recordings about streams, except those of deliveries and of a malformed id. */
export const streamRecordings = [
  "go-auth0/delete",
  "go-auth0/update",
  "terraform-provider-auth0/action",
  "terraform-provider-auth0/custom-header",
  "terraform-provider-auth0/eventbridge-and-webhook",
  "terraform-provider-auth0/status",
];

/** A recording of tests/fixtures/recordings, whose README names the sources. */
export const recording = (name: string): RecordedExchange[] =>
  JSON.parse(readFileSync(join(root, "tests/fixtures/recordings", `${name}.json`), "utf8"));

/** A response with the names of schema.json, at every level. */
export function inCamelCase(value: Json): Json {
  if (Array.isArray(value)) return value.map(inCamelCase);
  if (typeof value !== "object" || value === null) return value;
  const renamed = Object.entries(value).map(([name, item]): [string, Json] => [
    name.replace(/_([a-z])/g, (_underscore, letter: string) => letter.toUpperCase()),
    inCamelCase(item),
  ]);
  return Object.fromEntries(renamed);
}

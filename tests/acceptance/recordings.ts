import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as resources from "../../emulator/src/resources";
import { resourceType } from "../../provider/lifecycle/context";
import { splitResponse } from "../../provider/lifecycle/stateFromResponse";
import { type Json, mapProps, type Props } from "../../provider/shared/json";
import { root } from "../support/project";
import type { RecordedExchange } from "../support/recordings/recording";
import { type Comparison, differences, responsesTo } from "../support/recordings/responses";
import { inAnyOrder, shapeOf } from "../support/recordings/shape";
import { listedKinds } from "../support/values/kinds";
import { missingIn } from "./run";

/** Recordings of acceptance tests, against which the emulator and schema.json are held. */

const folder = join(root, "tests", "fixtures", "recordings", "acceptance");

/** Adds the exchanges of a report. */
export function addRecording(report: string): string {
  const exchanges = withoutWaiting(read(join(report, "exchanges.json")));
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${new Date().toISOString().slice(0, 10)}.json`);
  writeFileSync(file, `${JSON.stringify(exchanges, undefined, 2)}\n`);
  return file;
}

/** Of reads in a row that wait for something, the last. */
export const withoutWaiting = (exchanges: RecordedExchange[]): RecordedExchange[] =>
  exchanges.filter(({ request }, index) => {
    const next = exchanges[index + 1]?.request;
    return request.method !== "GET" || next?.method !== "GET" || next.path !== request.path;
  });

export const addedRecordings = (): RecordedExchange[][] =>
  (existsSync(folder) ? readdirSync(folder) : []).map((file) => read(join(folder, file)));

const read = (file: string) => JSON.parse(readFileSync(file, "utf8"));

/** In what a recording differs from the emulator and from schema.json: the file to change, and what. */
export async function problemsOf(exchanges: RecordedExchange[]): Promise<string[]> {
  const ofEmulator = (await responsesTo(exchanges)).flatMap((comparison) => {
    const { request, recorded, returned } = comparison;
    const [expected, found] = [recorded, returned].map(
      ({ status, body }) =>
        ({ status, body: distinct(inAnyOrder(shapeOf(body, differences))) }) as Props,
    );
    const [first] = isComparable(comparison) ? missingIn(found, expected ?? {}, "") : [];
    return first === undefined ? [] : [`${emulatorFile(request)}: ${request}: ${first}`];
  });
  return [...ofEmulator, ...new Set(exchanges.flatMap(undeclared))];
}

/**
 * Without the lists of other objects and what follows their checkpoints, and without refusals of what comes too
 * early, or is one too many for the tenant: the emulator takes them.
 */
const isComparable = ({ request, recorded, returned }: Comparison) =>
  !(recorded.status === 200 && recorded.body === "") &&
  !request.includes("from=checkpoint") &&
  !(recorded.status === 409 && returned.status < 300);

/** A shape whose lists have each item once: how many there are, depends on the tenant. */
function distinct(shape: unknown): unknown {
  if (typeof shape !== "object" || shape === null) return shape;
  if (!Array.isArray(shape)) return mapProps(shape as Props, (item) => distinct(item) as Json);
  return [...new Set(shape.map((item) => JSON.stringify(distinct(item))))].sort();
}

function emulatorFile(request: string): string {
  const [, path = ""] = request.split(" ");
  const [name] = Object.entries(resources).find(([, { contract }]) =>
    contract.operations.some((one) => path.startsWith(one.path.split("/{")[0] ?? "")),
  ) ?? [""];
  return `emulator/src/resources/${name}.ts`;
}

/** Fields that schema.json does not declare. */
function undeclared({ request, response }: RecordedExchange): string[] {
  const kind = listedKinds.find(
    ({ routes }) => `${request.method} ${request.path}` === routes.create,
  );
  if (kind === undefined || response.status >= 300) return [];
  const { undeclared } = splitResponse(resourceType(kind.definition), response.body);
  return undeclared.map((path) => `schema.json: ${kind.name} has no property ${path}`);
}

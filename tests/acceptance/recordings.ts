import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../support/project";
import type { RecordedExchange } from "../support/recordings/recording";

/** Recordings of acceptance tests, which the emulator and schema.json are compared with. */

const folder = join(root, "tests", "fixtures", "recordings", "acceptance");

/** Adds the exchanges of a report. */
export function addRecording(report: string): string {
  const exchanges = withoutWaiting(read(join(report, "exchanges.json")));
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${new Date().toISOString().slice(0, 10)}.json`);
  writeFileSync(file, `${JSON.stringify(exchanges, undefined, 2)}\n`);
  return file;
}

/** Keeps only the last of several reads that wait for something. */
export const withoutWaiting = (exchanges: RecordedExchange[]): RecordedExchange[] =>
  exchanges.filter(({ request }, index) => {
    const next = exchanges[index + 1]?.request;
    return request.method !== "GET" || next?.method !== "GET" || next.path !== request.path;
  });

export const addedRecordings = (): RecordedExchange[][] =>
  (existsSync(folder) ? readdirSync(folder) : []).map((file) => read(join(folder, file)));

const read = (file: string) => JSON.parse(readFileSync(file, "utf8"));

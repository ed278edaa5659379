import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { median } from "./statistics";
import type { BenchTenant, Served } from "./tenant";

/** One run of one command, as the clock, the tenant and the system saw it. */
export interface Sample extends Served {
  ms: number;
  /** Of the process that does the work: its peak of resident memory, and its time on processors. */
  peakMb: number;
  workerCpuMs: number;
  /** Of the stack's state, as the backend keeps it. */
  stateBytes: number;
}

/** One command of one tool, measured once or several times under the same conditions. */
export interface Row {
  subject: "floor" | "ours" | "compressed" | "deploy-cli";
  command: string;
  count: number;
  latencyMs: number;
  samples: Sample[];
}

export const rowsOf = (
  about: Omit<Row, "command" | "samples">,
  samples: Record<string, Sample>,
): Row[] =>
  Object.entries(samples).map(([command, one]) => ({ ...about, command, samples: [one] }));

/** Rounds of the same become one row, in the order in which they were measured. */
export function merged(rows: Row[]): Row[] {
  const keyOf = ({ samples: _, ...about }: Row) => JSON.stringify(about);
  return [...new Set(rows.map(keyOf))].map((key) => ({
    ...JSON.parse(key),
    samples: rows.filter((row) => keyOf(row) === key).flatMap(({ samples }) => samples),
  }));
}

export const middle = (row: Row | undefined, key: keyof Sample): number =>
  median((row?.samples ?? []).map((sample) => sample[key]));

/** Makes the Node process whose script's path has these words in it report what it takes. */
export function usageEnvironment(folder: string, script: string): Record<string, string> {
  return {
    BENCH_USAGE_FILE: join(folder, "usage.jsonl"),
    BENCH_USAGE_SCRIPT: script,
    NODE_OPTIONS: `--require "${join(__dirname, "usage.cjs").replaceAll("\\", "/")}"`,
  };
}

export async function sample(
  tenant: BenchTenant,
  { BENCH_USAGE_FILE: file = "" }: Record<string, string>,
  command: () => Promise<{ code: number | null; text: string }>,
): Promise<Sample> {
  rmSync(file, { force: true });
  await tenant.served();
  const start = performance.now();
  const { code, text } = await command();
  const ms = performance.now() - start;
  if (code !== 0) throw new Error(`a measured command ended with ${code}:\n${text}`);
  return { ms, ...(await tenant.served()), ...usageIn(file), stateBytes: Number.NaN };
}

/** What could not be measured is no number: Windows ends processes without a word. */
function usageIn(file: string): { peakMb: number; workerCpuMs: number } {
  const lines = existsSync(file) ? readFileSync(file, "utf8").trim().split("\n") : [];
  if (lines.length > 1) throw new Error(`${lines.length} processes told their usage, not one`);
  return JSON.parse(lines[0] ?? "null") ?? { peakMb: Number.NaN, workerCpuMs: Number.NaN };
}

import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BenchTenant, TenantUsage } from "./tenant";

/** The measurements of one run of a command. */
export interface Sample extends TenantUsage {
  ms: number;
  /** Peak resident memory of the process that does the work. */
  peakMb: number;
  /** The size of the stack's state in the backend. */
  stateBytes: number;
}

/** Environment variables of the CLI for larger stacks, by what the report calls them. */
export const cliSettings = {
  compressed: { PULUMI_DIY_BACKEND_ZSTD: "true" },
  "without checkpoints": { PULUMI_SKIP_CHECKPOINTS: "true" },
  "GOGC=400": { GOGC: "400" },
} satisfies Record<string, Record<string, string>>;
type CliSetting = keyof typeof cliSettings;
export const stateSettings = Object.keys(cliSettings) as CliSetting[];

/**
 * What creates a stack: this package served by Pulumi's dynamic provider, by the plugin, or by the former with
 * settings of the CLI; a provider that does nothing; or the official provider.
 */
export type Subject = "ours" | "plugin" | CliSetting | "floor" | "pulumi-auth0";

/** A command of one tool, and its samples under the same conditions. */
export interface Row {
  subject: Subject | "deploy-cli";
  command: string;
  count: number;
  latencyMs: number;
  samples: Sample[];
}

const start = performance.now();

export function printProgress(text: string): void {
  const seconds = Math.round((performance.now() - start) / 1000);
  const clock = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  console.log(`[${clock.padStart(5)}] ${text}`);
}

/** Prints the samples of commands under the same conditions, and returns a row for each. */
export function rowsOf(
  about: Omit<Row, "command" | "samples">,
  samples: Record<string, Sample>,
): Row[] {
  const times = Object.entries(samples).map(
    ([command, { ms, refusals }]) =>
      `${command} ${(ms / 1000).toFixed(2)} s${refusals > 0 ? ` (${refusals} refusals)` : ""}`,
  );
  printProgress(
    `${about.subject}, ${about.count} objects, ${about.latencyMs} ms: ${times.join(", ")}`,
  );
  return Object.entries(samples).map(([command, one]) => ({ ...about, command, samples: [one] }));
}

/** Merges rows with the same command and conditions. The samples keep their order. */
export function mergeRounds(rows: Row[]): Row[] {
  const keyOf = ({ samples: _, ...about }: Row) => JSON.stringify(about);
  return [...new Set(rows.map(keyOf))].map((key) => ({
    ...JSON.parse(key),
    samples: rows.filter((row) => keyOf(row) === key).flatMap(({ samples }) => samples),
  }));
}

export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

export const medianOf = (row: Row | undefined, key: keyof Sample): number =>
  median((row?.samples ?? []).map((sample) => sample[key]));

/** As users have it: in tests, programs in Go collect no garbage, and Pulumi's processes in Node load less. */
export const defaults = { GOGC: "100", GOMEMLIMIT: "off", NODE_OPTIONS: "" };

/** Runs `work` with a temporary folder. */
export async function withFolder<Result>(
  work: (folder: string) => Promise<Result>,
): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), "pulumi-auth0-native-bench-"));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** An environment in which the Node process whose script path contains `script` reports its peak memory. */
export function usageEnvironment(folder: string, script: string): Record<string, string> {
  return {
    BENCH_USAGE_FILE: join(folder, "usage.txt"),
    BENCH_USAGE_SCRIPT: script,
    NODE_OPTIONS: `--require "${join(__dirname, "usage.cjs").replaceAll("\\", "/")}"`,
  };
}

/** Runs a command once and measures it. */
export async function measure(
  tenant: BenchTenant,
  { BENCH_USAGE_FILE: file = "" }: Record<string, string>,
  command: () => Promise<{ code: number | null; text: string }>,
): Promise<Sample> {
  rmSync(file, { force: true });
  await tenant.takeUsage();
  const start = performance.now();
  const { code, text } = await command();
  const ms = performance.now() - start;
  if (code !== 0) throw new Error(`the measured command ended with ${code}:\n${text}`);
  return { ms, ...(await tenant.takeUsage()), peakMb: peakIn(file), stateBytes: Number.NaN };
}

/** NaN if there is no report: on Windows, processes end without an exit event. */
function peakIn(file: string): number {
  const lines = existsSync(file) ? readFileSync(file, "utf8").trim().split("\n") : [];
  if (lines.length > 1) {
    throw new Error(`${lines.length} processes reported their memory, expected one`);
  }
  return Number(lines[0] ?? Number.NaN);
}

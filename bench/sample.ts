import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { median } from "./statistics";
import type { BenchTenant, TenantUsage } from "./tenant";

/** The measurements of one run of a command. */
export interface Sample extends TenantUsage {
  ms: number;
  /** Of the process that does the work: peak resident memory, and CPU time. */
  peakMb: number;
  workerCpuMs: number;
  /** Peak resident memory of that process and its descendants together; NaN where it is not measured. */
  treePeakMb: number;
  /** The size of the stack's state in the backend. */
  stateBytes: number;
}

/** Environment variables of the CLI for larger stacks, by what the report calls them. */
export const cliSettings = {
  compressed: { PULUMI_DIY_BACKEND_ZSTD: "true" },
  "without checkpoints": { PULUMI_SKIP_CHECKPOINTS: "true" },
  "GOGC=400": { GOGC: "400" },
  "compressed, GOGC=400": { PULUMI_DIY_BACKEND_ZSTD: "true", GOGC: "400" },
} satisfies Record<string, Record<string, string>>;
export type CliSetting = keyof typeof cliSettings;
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

export const rowsOf = (
  about: Omit<Row, "command" | "samples">,
  samples: Record<string, Sample>,
): Row[] =>
  Object.entries(samples).map(([command, one]) => ({ ...about, command, samples: [one] }));

/** Merges rows with the same command and conditions. The samples keep their order. */
export function mergeRounds(rows: Row[]): Row[] {
  const keyOf = ({ samples: _, ...about }: Row) => JSON.stringify(about);
  return [...new Set(rows.map(keyOf))].map((key) => ({
    ...JSON.parse(key),
    samples: rows.filter((row) => keyOf(row) === key).flatMap(({ samples }) => samples),
  }));
}

export const medianOf = (row: Row | undefined, key: keyof Sample): number =>
  median((row?.samples ?? []).map((sample) => sample[key]));

/** For the Pulumi CLI and other programs in Go: in tests they collect no garbage. */
export const goDefaults = { GOGC: "100", GOMEMLIMIT: "off" };

/** An environment in which the Node process whose script path contains `script` reports its usage. */
export function usageEnvironment(folder: string, script: string): Record<string, string> {
  return {
    BENCH_USAGE_FILE: join(folder, "usage.jsonl"),
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
  const notMeasured = { treePeakMb: Number.NaN, stateBytes: Number.NaN };
  return { ms, ...(await tenant.takeUsage()), ...usageIn(file), ...notMeasured };
}

/** NaN if there is no report: on Windows, processes end without an exit event. */
export function usageIn(file: string): { peakMb: number; workerCpuMs: number } {
  const lines = existsSync(file) ? readFileSync(file, "utf8").trim().split("\n") : [];
  if (lines.length > 1)
    throw new Error(`${lines.length} processes reported their usage, expected one`);
  return JSON.parse(lines[0] ?? "null") ?? { peakMb: Number.NaN, workerCpuMs: Number.NaN };
}

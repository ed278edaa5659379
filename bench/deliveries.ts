import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { isDeepStrictEqual } from "node:util";
import { deliveryId, deliveryStreamId } from "./deliveryStream";
import type { Limit } from "./limits";
import { printProgress } from "./progress";
import { megabytes, seconds, table } from "./report";
import { measure, medianOf, type Row, rowsOf, usageEnvironment } from "./sample";
import { type BenchTenant, startBenchTenant } from "./tenant";

const few = 1_000;
const many = 100_000;
const sizes = [few, many];
const pageSize = 100;
/** In the middle of a page of about the 200th. */
const killedAfterBytes = 15_000_000;

/** A way to list deliveries, in a process that prints each as a line of JSON. */
interface Way {
  name: string;
  /** A little more than the way needs. Absent for the heap that Node chooses. */
  smallHeapMb?: number;
  /** The script and its arguments. */
  argumentsFor(streamId: string, max: number, from?: string): string[];
}

const command: Way = {
  name: "`pulumi-auth0-native deliveries list --json`",
  argumentsFor: (streamId, max, from) => [
    ...[join(__dirname, "..", "cli.js"), "deliveries", "list", streamId],
    ...["--json", "--max", String(max), ...(from === undefined ? [] : ["--from", from])],
  ],
};

const library = (name: string): Way => ({
  name: `\`${name}\``,
  argumentsFor: (streamId, max, from = "") => [
    ...[join(__dirname, "listDeliveries.cjs"), name, streamId, String(max), from],
  ],
});

const inSmallHeap = (way: Way, smallHeapMb: number): Way => ({
  ...way,
  name: `${way.name}, heap of ${smallHeapMb} MB`,
  smallHeapMb,
});

const pages = library("deliveryPages");
/** These hold one page at a time. */
const paged = [command, pages];
/** Most of the library's is Pulumi's SDK. */
const pagedInSmallHeap = [inSmallHeap(command, 32), inSmallHeap(pages, 80)];
const ways = [...paged, ...pagedInSmallHeap, library("getDeliveries")];

/** One run of each way and size. */
export async function measureDeliveries(): Promise<Row[]> {
  const tenant = await startBenchTenant({});
  try {
    for (const count of sizes) await tenant.change({ deliveries: count });
    // A first run of each, not recorded: it reads everything from the disk.
    for (const way of ways) await list(tenant, way, few);
    for (const way of paged) await resume(tenant, way);
    const rows: Row[] = [];
    for (const count of sizes) {
      for (const way of ways) rows.push(...(await list(tenant, way, count)));
    }
    return rows;
  } finally {
    tenant.close();
  }
}

/** Lists all deliveries of a stream. Throws if one is missing, twice or out of order. */
async function list(tenant: BenchTenant, way: Way, count: number): Promise<Row[]> {
  const scratch = mkdtempSync(join(tmpdir(), "pulumi-auth0-native-bench-"));
  const [script = "", ...args] = way.argumentsFor(deliveryStreamId(count), count);
  const usage = usageEnvironment(scratch, script);
  const file = join(scratch, "deliveries.jsonl");
  const output = openSync(file, "w");
  const heap =
    way.smallHeapMb === undefined
      ? []
      : [`--max-old-space-size=${way.smallHeapMb}`, "--max-semi-space-size=1"];
  try {
    const sample = await measure(tenant, usage, async () => {
      const child = spawn(process.execPath, [...heap, script, ...args], {
        env: environmentOf(tenant, usage),
        stdio: ["ignore", output, "pipe"],
      });
      const [text, [code]] = await Promise.all([
        textOf(child.stderr as Readable),
        once(child, "close"),
      ]);
      return { code, text };
    });
    assertComplete(way.name, idsIn(readFileSync(file, "utf8")), count);
    const figures = `${seconds(sample.ms)}, ${megabytes(sample.peakMb)}, ${sample.requests} requests`;
    printProgress(`${way.name}, ${count} deliveries: ${figures}`);
    return rowsOf({ subject: "ours", count, latencyMs: 0 }, { [way.name]: sample });
  } finally {
    closeSync(output);
    rmSync(scratch, { recursive: true, force: true });
  }
}

/**
 * Kills a listing after some pages and continues after the last delivery that it printed. Throws if
 * the two together are not the whole list.
 */
async function resume(tenant: BenchTenant, { name, argumentsFor }: Way): Promise<void> {
  const streamId = deliveryStreamId(many);
  const start = (from?: string) =>
    spawn(process.execPath, argumentsFor(streamId, many, from), {
      env: environmentOf(tenant, {}),
      stdio: ["ignore", "pipe", "inherit"],
    });

  const killed = start();
  let length = 0;
  killed.stdout.on("data", (part: Buffer) => {
    length += part.length;
    if (length > killedAfterBytes) killed.kill("SIGKILL");
  });
  const before = idsIn(await textOf(killed.stdout));
  const after = idsIn(await textOf(start(before.at(-1)).stdout));
  assertComplete(`${name}, killed after ${before.length}`, [...before, ...after], many);
  const figures = `${before.length} deliveries, then the other ${after.length}`;
  printProgress(`${name}: killed after ${figures}`);
}

/** What a process prints to the end of its stream. */
async function textOf(stream: Readable): Promise<string> {
  let text = "";
  for await (const part of stream.setEncoding("utf8")) text += part;
  return text;
}

/** The ids of all complete lines. */
const idsIn = (text: string): string[] =>
  text
    .slice(0, text.lastIndexOf("\n"))
    .split("\n")
    .map((line) => JSON.parse(line).id);

function assertComplete(name: string, ids: string[], count: number): void {
  const expected = Array.from({ length: count }, (_, index) => deliveryId(index));
  if (isDeepStrictEqual(ids, expected)) return;
  const index = expected.findIndex((id, at) => id !== ids[at]);
  throw new Error(
    `${name} printed ${ids.length} of ${count} deliveries; at ${index} it has ${ids[index]} instead of ${expected[index]}`,
  );
}

/** Without the user's own AUTH0_ variables, which belong to another tenant. */
const environmentOf = (tenant: BenchTenant, usage: Record<string, string>): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH,
  ...tenant.environment,
  ...usage,
});

export function deliveriesTable(rows: Row[]): string {
  const head = ["", "time", "requests", "tokens", "CPU", "peak"];
  return table(
    head,
    rows.map((row) => [
      `${formatted(row.count)} deliveries: ${row.command}`,
      seconds(medianOf(row, "ms")),
      medianOf(row, "requests").toFixed(0),
      medianOf(row, "tokens").toFixed(0),
      seconds(medianOf(row, "workerCpuMs")),
      megabytes(medianOf(row, "peakMb")),
    ]),
  );
}

const maxSmallHeapRatio = 1.25;
/** In the heap that Node chooses, garbage included. */
const maxCommandMb = 250;

export function limitsOfDeliveries(rows: Row[]): Limit[] {
  const figureOf = (name: string, size: number, key: "peakMb" | "requests") =>
    medianOf(
      rows.find((row) => row.command === name && row.count === size),
      key,
    );
  const growth = pagedInSmallHeap.map(({ name }) => ({
    what: `peak memory, ${formatted(many)} / ${formatted(few)} deliveries: ${name}`,
    measured: figureOf(name, many, "peakMb") / figureOf(name, few, "peakMb"),
    limit: maxSmallHeapRatio,
    unit: "",
  }));
  const peak = {
    what: `peak memory, ${formatted(many)} deliveries: ${command.name}`,
    measured: figureOf(command.name, many, "peakMb"),
    limit: maxCommandMb,
    unit: "MB",
  };
  const requests = paged.map(({ name }) => ({
    what: `${formatted(many)} deliveries: ${name}`,
    measured: figureOf(name, many, "requests"),
    limit: many / pageSize,
    unit: "requests",
    exact: true,
  }));
  return [...growth, peak, ...requests];
}

const formatted = (count: number) => count.toLocaleString("en");

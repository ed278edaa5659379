import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { DriftReport } from "../cli/shared/driftReport/report";
import { type Fleet, fleet } from "../tests/support/drift/fleet";
import { run } from "../tools/process";
import type { Limit } from "./limits";
import { peakOfTree } from "./processTree";
import { printProgress } from "./progress";
import { megabytes, seconds, table } from "./report";
import { goDefaults, usageEnvironment, usageIn } from "./sample";
import { median } from "./statistics";

/** One run of `pulumi-auth0-native drift`. */
interface Check {
  ms: number;
  peakMb: number;
  treePeakMb: number;
  report: DriftReport;
}

/** A fleet in shards and at once, and as many stacks alone as a shard has. */
export interface FleetResults {
  alone: Check;
  shards: Check[];
  whole: Check;
}

const tenantCount = 40;
const stackCount = 200;
const shardCount = 8;
const stacksOfShard = stackCount / shardCount;

const script = join(__dirname, "..", "cli.js");

const program = `
  const { EventStream, RateLimitPolicy } = require("pulumi-auth0-native");
  new EventStream("crm", {
    name: "crm",
    destination: { type: "action", configuration: { actionId: "5f3c1a52-action" } },
  });
  new RateLimitPolicy("partners", {
    resource: "oauth_authentication_api", consumer: "client", consumerSelector: "default",
    configuration: { action: "block", limit: 100 },
  });
`;

export async function measureFleet(): Promise<FleetResults> {
  const alone = await withFleet(stacksOfShard, tenantCount / shardCount, async (few) => {
    // A first run, not recorded: it reads everything from the disk.
    await check(few, "first.json");
    return check(few, "alone.json");
  });
  return withFleet(stackCount, tenantCount, async (all) => {
    // Every third tenant has drifted.
    for (const [index, { tenant }] of all.members.slice(0, tenantCount).entries()) {
      if (index % 3 === 0) tenant.policies.clear();
    }
    const files = Array.from({ length: shardCount }, (_, index) => `parts/${index + 1}.json`);
    const shards: Check[] = [];
    for (const [index, file] of files.entries()) {
      shards.push(await check(all, file, "--shard", `${index + 1}/${shardCount}`));
    }
    const whole = await check(all, "whole.json");
    await drift(all, ["merge", ...files, "--json", "merged.json"]);
    assertSame(reportIn(all, "merged.json"), whole.report, all);
    return { alone, shards, whole };
  });
}

async function withFleet<T>(
  stacks: number,
  tenants: number,
  work: (all: Fleet) => Promise<T>,
): Promise<T> {
  const all = await fleet(stacks, program, tenants, "passphrase");
  try {
    // The project's own stack, which has no tenant.
    await all.project.pulumi("stack", "rm", "test", "--yes");
    return await work(all);
  } finally {
    await all.remove();
  }
}

async function check(all: Fleet, file: string, ...args: string[]): Promise<Check> {
  const scratch = mkdtempSync(join(tmpdir(), "pulumi-auth0-native-bench-"));
  const usage = usageEnvironment(scratch, script);
  try {
    let tree: Promise<number> | undefined;
    const onStart = (pid: number) => {
      tree = peakOfTree(pid);
    };
    const start = performance.now();
    await drift(all, ["--all", "--json", file, ...args], { ...usage, ...goDefaults }, onStart);
    const ms = performance.now() - start;
    const { peakMb } = usageIn(usage.BENCH_USAGE_FILE ?? "");
    const treePeakMb = (await tree) ?? Number.NaN;
    const report = reportIn(all, file);
    const memory = `${megabytes(peakMb)}, with Pulumi ${megabytes(treePeakMb)}`;
    printProgress(`${file}: ${report.stacks.length} stacks in ${seconds(ms)}, ${memory}`);
    return { ms, peakMb, treePeakMb, report };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

async function drift(
  { project }: Fleet,
  args: string[],
  env: NodeJS.ProcessEnv = {},
  onStart: (pid: number) => void = () => {},
): Promise<void> {
  const { code, text } = await run(process.execPath, [script, "drift", ...args], {
    cwd: project.folder,
    env: { ...project.env, ...env },
    onStart,
  });
  if (code === 1) throw new Error(`drift ended with ${code}:\n${text}`);
}

const reportIn = ({ project }: Fleet, file: string): DriftReport =>
  JSON.parse(readFileSync(join(project.folder, file), "utf8"));

function assertSame(merged: DriftReport, whole: DriftReport, { members }: Fleet): void {
  const names = merged.stacks.map(({ name }) => name);
  const expected = members.map(({ stack }) => stack).sort();
  if (!isDeepStrictEqual(names, expected)) throw new Error("the merged report has other stacks");
  const { startedAt, finishedAt } = whole;
  if (!isDeepStrictEqual({ ...merged, startedAt, finishedAt }, whole)) {
    throw new Error("the merged report differs from that of all stacks at once");
  }
}

const shardsTogether = ({ shards }: FleetResults) => ({
  ms: median(shards.map(({ ms }) => ms)),
  peakMb: Math.max(...shards.map(({ peakMb }) => peakMb)),
  treePeakMb: Math.max(...shards.map(({ treePeakMb }) => treePeakMb)),
});

export function fleetTable(results: FleetResults): string {
  const rows: [string, Omit<Check, "report">][] = [
    [`${stacksOfShard} stacks alone`, results.alone],
    [`a shard of ${stacksOfShard}, of ${stackCount} stacks`, shardsTogether(results)],
    [`${stackCount} stacks at once`, results.whole],
  ];
  return table(
    ["", "time", "peak", "with Pulumi"],
    rows.map(([what, { ms, peakMb, treePeakMb }]) => [
      what,
      seconds(ms),
      megabytes(peakMb),
      megabytes(treePeakMb),
    ]),
  );
}

/** A shard also lists all stacks of the fleet. */
const maxRatio = 1.25;

export function limitsOfFleet(results: FleetResults): Limit[] {
  const shards = shardsTogether(results);
  const { alone } = results;
  const limit = (what: string, measured: number): Limit => ({
    what: `${what}, a shard of ${stacksOfShard} of ${stackCount} stacks / ${stacksOfShard} stacks alone`,
    measured,
    limit: maxRatio,
    unit: "",
  });
  return [
    limit("peak memory of `pulumi-auth0-native drift`", shards.peakMb / alone.peakMb),
    limit("peak memory with Pulumi", shards.treePeakMb / alone.treePeakMb),
    limit("time", shards.ms / alone.ms),
  ];
}

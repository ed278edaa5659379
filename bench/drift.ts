import { appendFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { driftCommand } from "../tests/support/drift/command";
import { jsProject, type Project } from "../tests/support/engine/jsProject";
import { passphraseSettings } from "../tests/support/engine/newStack";
import { pulumiBin } from "../tools/pulumiBin";
import type { Limit } from "./limits";
import { type Objects, objects } from "./objects";
import { printProgress } from "./progress";
import { goDefaults, measure, type Sample } from "./sample";
import { packages, pluginPaths, programOf } from "./stack";
import { median } from "./statistics";
import { type BenchTenant, startBenchTenant } from "./tenant";

/** One state of a tenant, checked with pages of its lists, and with one request for each object. */
export interface DriftRow {
  what: string;
  pages: Sample;
  single: Sample;
}

/** The latency of a request over the internet. */
const latencyMs = 100;

const streams = (count: number): Partial<Objects> => ({
  EventStream: objects(count * 2).EventStream,
});

const conditions = [
  { what: "100 streams and 100 policies", objects: objects(200), otherStreams: 0 },
  { what: "1 stream of 5,000", objects: streams(1), otherStreams: 4_999 },
  { what: "40 streams of 5,000", objects: streams(40), otherStreams: 4_960 },
];

/** A stack with these objects, in a tenant without others. */
async function stackWith(
  objects: Partial<Objects>,
  tenant: BenchTenant,
  environment: Record<string, string> = {},
  subject: "ours" | "plugin" = "ours",
): Promise<Project> {
  await tenant.change({ latencyMs: 0, lists: true });
  await tenant.clear();
  const program = programOf(packages[subject] ?? "pulumi-auth0-native");
  const project = await jsProject({ ...tenant.environment, ...environment }, program, {
    encryption: passphraseSettings,
  });
  appendFileSync(join(project.folder, "Pulumi.yaml"), pluginPaths[subject] ?? "");
  writeFileSync(join(project.folder, "objects.json"), JSON.stringify(objects));
  const { code, text } = await project.pulumi("up", "--yes", "--skip-preview");
  if (code !== 0) throw new Error(`up ended with ${code}:\n${text}`);
  return project;
}

/** One ratio for each round: the time of `drift`, divided by that of the refresh that it runs. */
export async function measureDriftCost(): Promise<number[]> {
  const tenant = await startBenchTenant({});
  // As users have it: in tests, Pulumi's processes load less.
  const environment = {
    ...goDefaults,
    NODE_OPTIONS: "",
    PATH: [await pulumiBin(), process.env.PATH].join(delimiter),
  };
  try {
    const project = await stackWith(objects(costSize), tenant, environment, "plugin");
    const drift = () => driftCommand(project, "test");
    const refresh = () => project.pulumi("refresh", "--preview-only");
    // A first run of each, not recorded: it reads everything from the disk.
    for (const command of [drift, refresh]) await measure(tenant, {}, command);
    const ratios: number[] = [];
    for (let round = 0; round < costRounds; round++) {
      const ours = await measure(tenant, {}, drift);
      const pulumi = await measure(tenant, {}, refresh);
      const [driftMs, refreshMs] = [ours.ms, pulumi.ms].map((ms) => ms.toFixed(0));
      printProgress(`drift ${driftMs} ms, refresh --preview-only ${refreshMs} ms`);
      ratios.push(ours.ms / pulumi.ms);
    }
    project.remove();
    return ratios;
  } finally {
    tenant.close();
  }
}

/** Without latency, which hides what the command itself takes. */
const costSize = 100;
const costRounds = 7;
const maxCost = 1.15;

export const limitsOfDrift = (ratios: number[]): Limit[] => [
  {
    what: `\`drift\` of ${costSize} objects by the plugin / \`pulumi refresh --preview-only\``,
    measured: median(ratios),
    limit: maxCost,
    unit: "",
    spread: Math.max(...ratios) / Math.min(...ratios),
  },
];

export async function measureDrift(): Promise<DriftRow[]> {
  const rows: DriftRow[] = [];
  const tenant = await startBenchTenant({});
  try {
    for (const { what, objects, otherStreams } of conditions) {
      const project = await stackWith(objects, tenant);
      await tenant.change({ latencyMs, otherStreams });
      const check = async (lists: boolean) => {
        await tenant.change({ lists });
        return measure(tenant, {}, () => driftCommand(project, "test"));
      };
      const row = { what, pages: await check(true), single: await check(false) };
      const [pages, single] = [row.pages, row.single].map(({ ms }) => (ms / 1000).toFixed(2));
      printProgress(`${what}: ${pages} s by pages, ${single} s one by one`);
      rows.push(row);
      project.remove();
    }
    return rows;
  } finally {
    tenant.close();
  }
}

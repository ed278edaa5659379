import { driftCommand } from "../tests/support/drift/command";
import type { Project } from "../tests/support/engine/jsProject";
import { type Objects, objects } from "./objects";
import { type Limit, type Results, rounded, seconds, section, table, whole } from "./report";
import { measure, median, printProgress, type Sample } from "./sample";
import { benchProject } from "./stack";
import { type BenchTenant, startBenchTenant } from "./tenant";

/** One state of a tenant, checked with pages of its lists, and with one request for each object. */
interface DriftRow {
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

export async function drift(): Promise<Results> {
  const tenant = await startBenchTenant({});
  try {
    const cost = await measureCost(tenant);
    const rows: DriftRow[] = [];
    for (const condition of conditions) rows.push(await measureDrift(tenant, condition));
    const figures = table(rows, [
      ["", ({ what }) => what],
      ["by pages", ({ pages }) => seconds(pages.ms)],
      ["requests", ({ pages }) => whole(pages.requests)],
      ["one by one", ({ single }) => seconds(single.ms)],
      ["requests", ({ single }) => whole(single.requests)],
      ["one by one / pages", ({ pages, single }) => rounded(single.ms / pages.ms, 2)],
    ]);
    return { limits: [cost], sections: [section("Drift checks", text, figures)] };
  } finally {
    tenant.close();
  }
}

/** Runs `work` with a stack of these objects, in a tenant without others. */
async function withStack<Result>(
  tenant: BenchTenant,
  subject: "ours" | "plugin",
  objects: Partial<Objects>,
  work: (project: Project) => Promise<Result>,
): Promise<Result> {
  await tenant.change({ clear: true, latencyMs: 0, lists: true });
  const project = await benchProject(subject, tenant, objects);
  try {
    const { code, text } = await project.pulumi("up", "--yes", "--skip-preview");
    if (code !== 0) throw new Error(`up ended with ${code}:\n${text}`);
    return await work(project);
  } finally {
    project.remove();
  }
}

/** Without latency, which hides what the command itself takes. */
const costSize = 100;
const costRounds = 7;
const maxCost = 1.15;

/** The time of `drift`, divided by that of the refresh that it runs, in each round. */
const measureCost = (tenant: BenchTenant): Promise<Limit> =>
  withStack(tenant, "plugin", objects(costSize), async (project) => {
    const drift = () => driftCommand(project, "test");
    const refresh = () => project.pulumi("refresh", "--preview-only");
    // A first run of each, not recorded: it reads everything from the disk.
    for (const command of [drift, refresh]) await measure(tenant, {}, command);
    const ratios: number[] = [];
    for (let round = 0; round < costRounds; round++) {
      const ours = await measure(tenant, {}, drift);
      const pulumi = await measure(tenant, {}, refresh);
      printProgress(`drift ${seconds(ours.ms)}, refresh --preview-only ${seconds(pulumi.ms)}`);
      ratios.push(ours.ms / pulumi.ms);
    }
    return {
      what: `\`drift\` of ${costSize} objects by the plugin / \`pulumi refresh --preview-only\``,
      measured: median(ratios),
      limit: maxCost,
      unit: "",
      spread: Math.max(...ratios) / Math.min(...ratios),
    };
  });

const measureDrift = (
  tenant: BenchTenant,
  { what, objects, otherStreams }: (typeof conditions)[number],
): Promise<DriftRow> =>
  withStack(tenant, "ours", objects, async (project) => {
    await tenant.change({ latencyMs, otherStreams });
    const check = async (lists: boolean) => {
      await tenant.change({ lists });
      return measure(tenant, {}, () => driftCommand(project, "test"));
    };
    const row = { what, pages: await check(true), single: await check(false) };
    const [pages, single] = [row.pages, row.single].map(({ ms }) => seconds(ms));
    printProgress(`${what}: ${pages} by pages, ${single} one by one`);
    return row;
  });

const text = `\`pulumi-auth0-native drift\` of one stack without changes, with a latency of 100 ms. "One by one" is the same
command on a tenant that refuses list requests, so that every object takes a request, as with the
other tools. The refused list requests are counted as well.`;

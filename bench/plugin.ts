import { printSamples } from "./progress";
import { mergeRounds, type Row, rowsOf } from "./sample";
import { measureStack, type Subject } from "./stack";
import { measureStarts, type StartTime } from "./start";
import { startBenchTenant } from "./tenant";

/** The plugin beside the dynamic provider and a provider that does nothing. */
export interface PluginResults {
  starts: StartTime[];
  rows: Row[];
}

export async function measurePlugin(
  sizes: number[],
  rounds: (count: number) => number,
): Promise<PluginResults> {
  const starts = await measureStarts();
  const rows: Row[] = [];
  const tenant = await startBenchTenant({});
  const order: Subject[] = ["floor", "ours", "plugin"];
  try {
    // A first run, not recorded: it reads everything from the disk.
    for (const subject of order) await measureStack(subject, 2, tenant);
    for (const count of sizes) {
      for (let round = 0; round < rounds(count); round++, order.reverse()) {
        for (const subject of order) {
          const about = { subject, count, latencyMs: 0 };
          const samples = await measureStack(subject, count, tenant);
          printSamples(about, samples);
          rows.push(...rowsOf(about, samples));
        }
      }
    }
    return { starts, rows: mergeRounds(rows) };
  } finally {
    tenant.close();
  }
}

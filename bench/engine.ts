import { printSamples } from "./progress";
import { mergeRounds, type Row, rowsOf } from "./sample";
import { measureStack, type Subject } from "./stack";
import { startBenchTenant } from "./tenant";

export interface Plan {
  sizes: number[];
  /** The number of rounds by the number of objects: noise affects short commands most. */
  rounds: (count: number) => number;
}

/**
 * Measures ours, a provider that does nothing (the floor), and from 100 objects on ours with a
 * compressed state and without checkpoints, in turn and in changing order. Then ours alone with the
 * latency of the internet, which does not affect the floor.
 */
export async function measureEngine({ sizes, rounds }: Plan): Promise<Row[]> {
  const rows: Row[] = [];
  const local = await startBenchTenant({});
  const remote = await startBenchTenant({ latencyMs: 100 });

  async function measureOnce(subject: Subject, count: number, latencyMs: number) {
    const samples = await measureStack(subject, count, latencyMs === 0 ? local : remote);
    printSamples({ subject, count, latencyMs }, samples);
    rows.push(...rowsOf({ subject, count, latencyMs }, samples));
  }

  try {
    // A first run, not recorded: it reads everything from the disk.
    for (const subject of ["floor", "ours"] as const) await measureStack(subject, 2, local);
    for (const count of sizes) {
      const order: Subject[] = ["floor", "ours"];
      if (count >= 100) order.push("compressed", "skip-checkpoints");
      for (let round = 0; round < rounds(count); round++, order.reverse()) {
        for (const subject of order) await measureOnce(subject, count, 0);
      }
      // Fewer rounds with latency: waiting takes the same time in every round.
      for (let round = 0; round < rounds(count) / 3; round++) await measureOnce("ours", count, 100);
    }
    return mergeRounds(rows);
  } finally {
    local.close();
    remote.close();
  }
}

import { say } from "./progress";
import { merged, type Row, rowsOf } from "./sample";
import { life, type Subject } from "./stack";
import { benchTenant } from "./tenant";

export interface Plan {
  sizes: number[];
  /** By number of objects: noise weighs most on what is short. */
  rounds: (count: number) => number;
}

/**
 * Ours beside a provider that does nothing, and beside ours with the state compressed where there is
 * much of it, in turn and in changing order; and ours alone where every answer takes as long as over
 * the internet, which the floor would not notice.
 */
export async function engine({ sizes, rounds }: Plan): Promise<Row[]> {
  const rows: Row[] = [];
  const near = await benchTenant({});
  const far = await benchTenant({ latencyMs: 100 });

  async function one(subject: Subject, count: number, latencyMs: number) {
    const samples = await life(subject, count, latencyMs === 0 ? near : far);
    say({ subject, count, latencyMs }, samples);
    rows.push(...rowsOf({ subject, count, latencyMs }, samples));
  }

  try {
    // The first of all reads everything from the disk.
    for (const subject of ["floor", "ours"] as const) await life(subject, 2, near);
    for (const count of sizes) {
      const order: Subject[] = ["floor", "ours", ...(count < 100 ? [] : ["compressed" as const])];
      for (let round = 0; round < rounds(count); round++, order.reverse()) {
        for (const subject of order) await one(subject, count, 0);
      }
      // Waiting is the same every time.
      for (let round = 0; round < rounds(count) / 3; round++) await one("ours", count, 100);
    }
    return merged(rows);
  } finally {
    near.close();
    far.close();
  }
}

import { setTimeout } from "node:timers/promises";
import { selfSigned } from "../emulator/src";
import { measureImports } from "./deployCli";
import { forms } from "./peer";
import { printSamples } from "./progress";
import { type Row, rowsOf, type Sample } from "./sample";
import { measureStack } from "./stack";
import { startBenchTenant } from "./tenant";

/** Auth0's free plan, and more objects at once than it allows. */
export const smallPlan = { perSecond: 2, burst: 10, count: 60 };

/**
 * Every command starts with a full burst and with a second of the clock, so that all have the same
 * conditions: the reset of the rate limit is a whole second.
 */
async function beforeEach(): Promise<void> {
  await setTimeout((smallPlan.burst / smallPlan.perSecond) * 1000);
  await setTimeout(1000 - (Date.now() % 1000));
}

/** The shortest time in which the rate limit allows this number of requests. */
export const shortestMs = (granted: number) =>
  (Math.max(0, granted - smallPlan.burst) / smallPlan.perSecond) * 1000;

/** The times, and the number of refused requests. */
export async function measureSmallPlan(): Promise<Row[]> {
  const rows: Row[] = [];
  const { count, ...rateLimit } = smallPlan;
  const tenant = await startBenchTenant({ rateLimit, tls: selfSigned() });
  const add = (subject: Row["subject"], samples: Record<string, Sample>) => {
    const about = { subject, count, latencyMs: 0 };
    printSamples(about, samples);
    rows.push(...rowsOf(about, samples));
  };
  try {
    for (const subject of forms()) {
      const options = { beforeEach, chosen: ["up", "refresh"] } as const;
      add(subject, await measureStack(subject, count, tenant, options));
    }
    add("deploy-cli", await measureImports(count, tenant, ["import"], beforeEach));
    return rows;
  } finally {
    tenant.close();
  }
}

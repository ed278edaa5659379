import { setTimeout } from "node:timers/promises";
import { selfSigned } from "../tools/certificate";
import { measureImports } from "./deployCli";
import { forms } from "./peer";
import { type Results, seconds, section, table, whole } from "./report";
import { medianOf, type Row, rowsOf } from "./sample";
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

export async function measureSmallPlan(): Promise<Results> {
  const rows: Row[] = [];
  const { count, ...rateLimit } = smallPlan;
  const about = { count, latencyMs: 0 };
  const tenant = await startBenchTenant({ rateLimit, tls: selfSigned() });
  try {
    for (const subject of forms()) {
      const options = { beforeEach, chosen: ["up", "refresh"] } as const;
      const samples = await measureStack(subject, count, tenant, options);
      rows.push(...rowsOf({ subject, ...about }, samples));
    }
    const imported = await measureImports(count, tenant, ["import"], beforeEach);
    rows.push(...rowsOf({ subject: "deploy-cli", ...about }, imported));
  } finally {
    tenant.close();
  }
  const figures = table(rows, [
    ["", ({ subject, command }) => `${subject}: \`${command}\``],
    ["time", (row) => seconds(medianOf(row, "ms"))],
    ["shortest possible", (row) => seconds(shortestMs(row))],
    ["requests", (row) => whole(medianOf(row, "requests"))],
    ["of them refused", (row) => whole(medianOf(row, "refusals"))],
    ["tokens", (row) => whole(medianOf(row, "tokens"))],
  ]);
  return { rows, sections: [section(`${count} objects on a small plan`, text, figures)] };
}

const text = `A tenant of ${smallPlan.perSecond} requests per second with bursts of ${smallPlan.burst}. Before each command, the full burst is available. The
shortest possible time is the time in which the rate limit allows the requests that were not refused.
X-RateLimit-Reset is a whole second, so up to one second depends on when in a second the first request comes: every
command starts with a second. "Ours" is the dynamic provider.`;

/** The shortest time in which the rate limit allows the requests that were not refused. */
function shortestMs(row: Row): number {
  const granted = medianOf(row, "requests") - medianOf(row, "refusals");
  return (Math.max(0, granted - smallPlan.burst) / smallPlan.perSecond) * 1000;
}

import { setTimeout } from "node:timers/promises";
import { selfSigned } from "../emulator/src";
import { measureImports } from "./deployCli";
import { printSamples } from "./progress";
import { type Row, rowsOf } from "./sample";
import { measureStack } from "./stack";
import { startBenchTenant } from "./tenant";

/** Auth0's free plan. */
export const smallPlan = { perSecond: 2, burst: 10 };

/** Every command starts with a full burst, so that all have the same conditions. */
const waitForFullBurst = () => setTimeout((smallPlan.burst / smallPlan.perSecond) * 1000);

/** The shortest time in which the rate limit allows this number of requests. */
export const shortestMs = (granted: number) =>
  (Math.max(0, granted - smallPlan.burst) / smallPlan.perSecond) * 1000;

/** More objects at once than the rate limit allows: the times, and the number of refused requests. */
export async function measureSmallPlan(count: number): Promise<Row[]> {
  const rows: Row[] = [];
  const about = { count, latencyMs: 0 };
  const http = await startBenchTenant({ rateLimit: smallPlan });
  const https = await startBenchTenant({ rateLimit: smallPlan, tls: selfSigned() });
  try {
    const ours = await measureStack("ours", count, http, waitForFullBurst);
    printSamples({ ...about, subject: "ours" }, ours);
    rows.push(...rowsOf({ ...about, subject: "ours" }, ours));
    const theirs = await measureImports(count, https, ["import", "import again"], waitForFullBurst);
    printSamples({ ...about, subject: "deploy-cli" }, theirs);
    rows.push(...rowsOf({ ...about, subject: "deploy-cli" }, theirs));
    return rows;
  } finally {
    http.close();
    https.close();
  }
}

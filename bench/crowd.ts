import { setTimeout } from "node:timers/promises";
import { selfSigned } from "../emulator/src";
import { imported } from "./deployCli";
import { say } from "./progress";
import { type Row, rowsOf } from "./sample";
import { life } from "./stack";
import { benchTenant } from "./tenant";

/** Auth0's free plan. */
export const smallPlan = { perSecond: 2, burst: 10 };

/** Every command starts with a full bucket, so that all of them meet the same tenant. */
const refill = () => setTimeout((smallPlan.burst / smallPlan.perSecond) * 1000);

/** The shortest time in which a tenant of the small plan grants so many requests. */
export const shortestMs = (granted: number) =>
  (Math.max(0, granted - smallPlan.burst) / smallPlan.perSecond) * 1000;

/** More objects at once than a small tenant serves: how long it takes, and how often it refuses. */
export async function crowd(count: number): Promise<Row[]> {
  const rows: Row[] = [];
  const about = { count, latencyMs: 0 };
  const plain = await benchTenant({ rateLimit: smallPlan });
  const secure = await benchTenant({ rateLimit: smallPlan, tls: selfSigned() });
  try {
    const ours = await life("ours", count, plain, refill);
    say({ ...about, subject: "ours" }, ours);
    rows.push(...rowsOf({ ...about, subject: "ours" }, ours));
    const theirs = await imported(count, secure, ["import", "import again"], refill);
    say({ ...about, subject: "deploy-cli" }, theirs);
    rows.push(...rowsOf({ ...about, subject: "deploy-cli" }, theirs));
    return rows;
  } finally {
    plain.close();
    secure.close();
  }
}

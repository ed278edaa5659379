import { selfSigned } from "../emulator/src";
import { type Import, imported } from "./deployCli";
import { say } from "./progress";
import { type Row, rowsOf } from "./sample";
import { benchTenant } from "./tenant";

/**
 * What auth0-deploy-cli takes for the same objects: once each, since it takes half a minute at
 * least, and most of what it does it does at a pace of its own, which leaves no room for noise.
 */
export async function deployments(sizes: number[]): Promise<Row[]> {
  const rows: Row[] = [];
  for (const { count, latencyMs, commands } of conditions(sizes)) {
    const tenant = await benchTenant({ latencyMs, tls: selfSigned() });
    try {
      const samples = await imported(count, tenant, commands);
      const about = { subject: "deploy-cli", count, latencyMs } as const;
      say(about, samples);
      rows.push(...rowsOf(about, samples));
    } finally {
      tenant.close();
    }
  }
  return rows;
}

/** Its pace hides the latency of many objects, and a dry run takes as long for few as for many. */
function conditions(sizes: number[]) {
  const both: Import[] = ["import", "import again"];
  const all: Import[] = ["import", "import --dry-run", "import again"];
  return [
    ...sizes.map((count) => ({ count, latencyMs: 0, commands: count === 100 ? all : both })),
    ...sizes
      .filter((count) => count === 100)
      .map((count) => ({ count, latencyMs: 100, commands: both.slice(0, 1) })),
  ];
}

import { selfSigned } from "../emulator/src";
import { type Import, measureImports } from "./deployCli";
import { printSamples } from "./progress";
import { type Row, rowsOf } from "./sample";
import { startBenchTenant } from "./tenant";

/**
 * Measures auth0-deploy-cli with the same objects. One round is enough: a command takes at least 17 s,
 * most of it at a fixed rate, so that noise has little effect.
 */
export async function measureDeployments(sizes: number[]): Promise<Row[]> {
  const rows: Row[] = [];
  for (const { count, latencyMs, commands } of conditions(sizes)) {
    const tenant = await startBenchTenant({ latencyMs, tls: selfSigned() });
    try {
      const samples = await measureImports(count, tenant, commands);
      const about = { subject: "deploy-cli", count, latencyMs } as const;
      printSamples(about, samples);
      rows.push(...rowsOf(about, samples));
    } finally {
      tenant.close();
    }
  }
  return rows;
}

/** Latency and a dry run are measured at one size: their times hardly depend on the size. */
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

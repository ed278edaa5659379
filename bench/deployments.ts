import { selfSigned } from "../emulator/src";
import { type Import, imports, measureImports } from "./deployCli";
import { printSamples } from "./progress";
import { type Row, rowsOf } from "./sample";
import { startBenchTenant } from "./tenant";

/** A command takes at least 17 s, and 500 objects take 80 s, most of it at a fixed rate: one size is enough. */
const count = 100;
const conditions: { latencyMs: number; commands: Import[] }[] = [
  { latencyMs: 0, commands: Object.keys(imports) as Import[] },
  { latencyMs: 100, commands: ["import"] },
];

/** Measures auth0-deploy-cli with the same objects, once: noise has little effect. */
export async function measureDeployments(): Promise<Row[]> {
  const rows: Row[] = [];
  for (const { latencyMs, commands } of conditions) {
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

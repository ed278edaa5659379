import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { selfSigned } from "../emulator/src";
import { jsProject, type Project } from "../tests/support/engine/jsProject";
import { passphraseSettings } from "../tests/support/engine/newStack";
import { run } from "../tools/process";
import { measureExport } from "./deployCli";
import type { Limit } from "./limits";
import { peakOfTree } from "./processTree";
import { printProgress } from "./progress";
import {
  goDefaults,
  measure,
  medianOf,
  mergeRounds,
  type Row,
  rowsOf,
  type Sample,
  usageEnvironment,
} from "./sample";
import { type BenchTenant, startBenchTenant } from "./tenant";

/** `pulumi-auth0-native import` of tenants that no stack knows, beside the export of auth0-deploy-cli. */
export interface ImportResults {
  rows: Row[];
  /** What the export of the largest tenant has in place of secrets. */
  placeholders: Placeholders;
}

/** The number of places of secrets, and of the different texts there. */
export interface Placeholders {
  places: number;
  texts: number;
}

const sizes = [500, 2_500, 5_000];
const rounds = 3;

const script = join(__dirname, "..", "cli.js");

export async function measureImport(): Promise<ImportResults> {
  const rows: Row[] = [];
  let placeholders: Placeholders = { places: 0, texts: 0 };
  const add = (subject: Row["subject"], count: number, samples: Record<string, Sample>) => {
    for (const [command, { ms, peakMb }] of Object.entries(samples)) {
      const text = `${command} ${(ms / 1000).toFixed(2)} s, ${peakMb.toFixed(0)} MB`;
      printProgress(`${subject}, ${count} objects: ${text}`);
    }
    rows.push(...rowsOf({ subject, count, latencyMs: 0 }, samples));
  };
  // auth0-deploy-cli requires https.
  const tenant = await startBenchTenant({ tls: selfSigned() });
  try {
    // A first run, not recorded: it reads everything from the disk.
    await measureOurs(tenant);
    // Every size in every round: a busy moment of the machine affects the ratio of a round less.
    for (let round = 0; round < rounds; round++) {
      for (const count of sizes) {
        await tenant.clear();
        await tenant.change({ mixedObjects: count });
        add("ours", count, { "pulumi-auth0-native import": await measureOurs(tenant) });
        const { sample, file } = await measureExport(tenant);
        add("deploy-cli", count, { "auth0-deploy-cli export": sample });
        placeholders = placeholdersIn(file);
      }
    }
    return { rows: mergeRounds(rows), placeholders };
  } finally {
    tenant.close();
  }
}

export function placeholdersIn(file: string): Placeholders {
  const all = file.match(/##\w+##/g) ?? [];
  return { places: all.length, texts: new Set(all).size };
}

async function measureOurs(tenant: BenchTenant): Promise<Sample> {
  const scratch = mkdtempSync(join(tmpdir(), "pulumi-auth0-native-bench-"));
  const usage = usageEnvironment(scratch, script);
  const environment = { ...tenant.environment, ...tenant.trust, ...usage, ...goDefaults };
  const project = await jsProject(environment, "", { encryption: passphraseSettings });
  try {
    let tree: Promise<number> | undefined;
    const onStart = (pid: number) => {
      tree = peakOfTree(pid);
    };
    const sample = await measure(tenant, usage, () => importCommand(project, onStart));
    return { ...sample, treePeakMb: (await tree) ?? Number.NaN };
  } finally {
    project.remove();
    rmSync(scratch, { recursive: true, force: true });
  }
}

const importCommand = ({ folder, env }: Project, onStart: (pid: number) => void) =>
  run(process.execPath, [script, "import", "--stack", "test"], { cwd: folder, env, onStart });

const maxImportMb = 200;
/** The start of the command counts for every size, so linear work takes less time for each of more objects. */
const maxImportTimeRatio = 1;
/**
 * For the time without the start: 1 if it is linear, 2.5 if it is quadratic, which fails the run. CPU
 * time, since other processes change the difference of two wall times too much.
 */
const maxImportGrowth = 1.5;

export function limitsOfImport({ rows }: ImportResults): Limit[] {
  const ours = rows.filter(({ subject }) => subject === "ours");
  const [less, middle, more] = ours.map(({ count }) => count.toLocaleString("en"));
  const each = (row: Row | undefined) => medianOf(row, "ms") / (row?.count ?? 0);
  return [
    {
      what: "peak memory of `pulumi-auth0-native import`, maximum",
      measured: Math.max(...ours.map((row) => medianOf(row, "peakMb"))),
      limit: maxImportMb,
      unit: "MB",
    },
    {
      what: `import, time of each object, ${more} / ${less} objects`,
      measured: each(ours[2]) / each(ours[0]),
      limit: maxImportTimeRatio,
      unit: "",
    },
    {
      what: `import, CPU time of each further object, ${middle} to ${more} / ${less} to ${middle}`,
      measured: cpuOfFurther(ours[1], ours[2]) / cpuOfFurther(ours[0], ours[1]),
      limit: maxImportGrowth,
      unit: "",
    },
  ];
}

function cpuOfFurther(from: Row | undefined, to: Row | undefined): number {
  const [less, more] = [medianOf(from, "workerCpuMs"), medianOf(to, "workerCpuMs")];
  return (more - less) / ((to?.count ?? 0) - (from?.count ?? 0));
}

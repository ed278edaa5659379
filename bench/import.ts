import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { selfSigned } from "../emulator/src";
import { jsProject, type Project } from "../tests/support/engine/jsProject";
import { passphraseSettings } from "../tests/support/engine/newStack";
import { run } from "../tools/process";
import { measureExport } from "./deployCli";
import { peakOfTree } from "./processTree";
import { printProgress } from "./progress";
import { measure, mergeRounds, type Row, rowsOf, type Sample, usageEnvironment } from "./sample";
import { type BenchTenant, startBenchTenant } from "./tenant";

/** `auth0-native import` of tenants that no stack knows, beside the export of auth0-deploy-cli. */
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

/** For the Pulumi CLI: in tests it collects no garbage. */
export const goDefaults = { GOGC: "100", GOMEMLIMIT: "off" };

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
        add("ours", count, { "auth0-native import": await measureOurs(tenant) });
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
  const certificate = join(scratch, "ca.pem");
  writeFileSync(certificate, tenant.certificate);
  const usage = usageEnvironment(scratch, script);
  const environment = {
    ...tenant.environment,
    ...usage,
    ...goDefaults,
    NODE_EXTRA_CA_CERTS: certificate,
  };
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

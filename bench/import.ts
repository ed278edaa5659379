import { join } from "node:path";
import { selfSigned } from "../tools/certificate";
import { run } from "../tools/process";
import { deployCliVersion, measureExport } from "./deployCli";
import { costs, type Limit, type Results, rounded, section, table } from "./report";
import {
  measure,
  medianOf,
  mergeRounds,
  type Row,
  rowsOf,
  type Sample,
  usageEnvironment,
  withFolder,
} from "./sample";
import { benchProject } from "./stack";
import { type BenchTenant, startBenchTenant } from "./tenant";

const sizes = [500, 5_000];
const rounds = 3;

const script = join(__dirname, "..", "cli.js");

/** Measures `pulumi-auth0-native import` of tenants that no stack knows, beside the export of auth0-deploy-cli. */
export async function imports(): Promise<Results> {
  const rows: Row[] = [];
  // auth0-deploy-cli requires https.
  const tenant = await startBenchTenant({ tls: selfSigned() });
  try {
    // A first run, not recorded: it reads everything from the disk.
    await measureOurs(tenant);
    // Every size in every round: a busy moment of the machine affects the ratio of a round less.
    for (let round = 0; round < rounds; round++) {
      for (const count of sizes) {
        await tenant.change({ clear: true, mixedObjects: count });
        const about = { count, latencyMs: 0 };
        const ours = { "pulumi-auth0-native import": await measureOurs(tenant) };
        const theirs = { "auth0-deploy-cli export": await measureExport(tenant) };
        rows.push(...rowsOf({ subject: "ours", ...about }, ours));
        rows.push(...rowsOf({ subject: "deploy-cli", ...about }, theirs));
      }
    }
  } finally {
    tenant.close();
  }
  const merged = mergeRounds(rows);
  const figures = table(merged, [
    ["", (row) => `${named(row)}: \`${row.command}\``],
    ["each object", (row) => rounded(eachOf(row), 2, "ms")],
    ...costs,
  ]);
  return {
    limits: limitsOfImport(merged),
    sections: [section("Import of a tenant", text, figures)],
  };
}

const measureOurs = (tenant: BenchTenant): Promise<Sample> =>
  withFolder(async (scratch) => {
    const usage = usageEnvironment(scratch, script);
    const project = await benchProject("ours", tenant, {}, usage);
    const { folder: cwd, env } = project;
    try {
      return await measure(tenant, usage, () =>
        run(process.execPath, [script, "import", "--stack", "test"], { cwd, env }),
      );
    } finally {
      project.remove();
    }
  });

const text = `All objects of a tenant, which no stack has: half are streams with every destination and authorization in
turn, half are policies with every action in turn. \`pulumi-auth0-native import\` writes a program and an import
file; the program reads each secret from a configuration key of its own. auth0-deploy-cli ${deployCliVersion} writes a
YAML file, in which all streams with the same authorization method have the same placeholder of a secret.
It reads policies with at most 8 requests per second. Both tools use https.
"Each object" is the time divided by the number of objects. "Peak" is the peak resident memory of the
command's own process. Values are medians of the rounds.`;

const named = ({ count }: Row) => `${count.toLocaleString("en")} objects`;
const eachOf = (row: Row) => medianOf(row, "ms") / row.count;

const maxImportMb = 200;
/**
 * The start of the command counts for every size, so linear work takes less time for each of more objects, and
 * quadratic work takes more.
 */
const maxImportTimeRatio = 1;

export function limitsOfImport(rows: Row[]): Limit[] {
  const [less, more] = rows.filter(({ subject }) => subject === "ours");
  if (!less || !more) return [];
  return [
    {
      what: "peak memory of `pulumi-auth0-native import`, maximum",
      measured: Math.max(...[less, more].map((row) => medianOf(row, "peakMb"))),
      limit: maxImportMb,
      unit: "MB",
    },
    {
      what: `import, time of each object, ${named(more)} / ${named(less)}`,
      measured: eachOf(more) / eachOf(less),
      limit: maxImportTimeRatio,
      unit: "",
    },
  ];
}

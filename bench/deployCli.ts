import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { encode } from "../provider/schema/codec";
import { resourceSchema } from "../provider/schema/packageSchema";
import type { Props } from "../provider/shared/json";
import { npmPackage } from "../tests/support/install/downloads";
import { selfSigned } from "../tools/certificate";
import { run } from "../tools/process";
import { objects } from "./objects";
import { costs, type Results, section, table } from "./report";
import { measure, type Row, rowsOf, type Sample, usageEnvironment, withFolder } from "./sample";
import { type BenchTenant, startBenchTenant } from "./tenant";

export const deployCliVersion = "8.44.0";

/**
 * The commands of auth0-deploy-cli that come nearest to `up`, to `preview` without changes and to `up`
 * without changes, with their additional arguments.
 */
const imports = {
  import: [],
  "import --dry-run": ["--dry-run"],
  "import again": [],
};
type Import = keyof typeof imports;

/** A command takes at least 17 s, and 500 objects take 80 s, most of it at a fixed rate: one size is enough. */
const count = 100;
const conditions: { latencyMs: number; commands: Import[] }[] = [
  { latencyMs: 0, commands: Object.keys(imports) as Import[] },
  { latencyMs: 100, commands: ["import"] },
];

/** Measures auth0-deploy-cli with the same objects, once: noise has little effect. */
export async function deployments(): Promise<Results> {
  const rows: Row[] = [];
  for (const { latencyMs, commands } of conditions) {
    const tenant = await startBenchTenant({ latencyMs, tls: selfSigned() });
    try {
      const samples = await measureImports(count, tenant, commands);
      rows.push(...rowsOf({ subject: "deploy-cli", count, latencyMs }, samples));
    } finally {
      tenant.close();
    }
  }
  const labelOf = ({ latencyMs, command }: Row) =>
    `${count} objects, ${latencyMs} ms: \`${command}\``;
  return { sections: [section("auth0-deploy-cli", text, table(rows, [["", labelOf], ...costs]))] };
}

const text = `auth0-deploy-cli ${deployCliVersion}, with the same objects and no other resource types, over https. It limits
itself to 8 requests per second. At the start, it validates its input against the schemas of
all its resource types, which takes about 20 seconds. A second import without changes writes every
object again.`;

/** The file that auth0-deploy-cli reads, with the same objects. JSON is valid YAML. */
export function importFile(count: number): string {
  const { EventStream, RateLimitPolicy } = objects(count);
  const encodeAll = (name: string, all: object) =>
    Object.values(all).map((args: Props) => encode(resourceSchema(name).inputs, args));
  return JSON.stringify({
    eventStreams: encodeAll("EventStream", EventStream),
    rateLimitPolicies: encodeAll("RateLimitPolicy", RateLimitPolicy),
  });
}

/** Measures commands one after the other, starting with an empty tenant, which must serve https. */
export function measureImports(
  count: number,
  tenant: BenchTenant,
  commands: Import[],
  beforeEach: () => Promise<void> = async () => undefined,
): Promise<Record<string, Sample>> {
  return inFolderFor(tenant, async (folder, measureCommand) => {
    writeFileSync(join(folder, "tenant.yaml"), importFile(count));
    await tenant.change({ clear: true });
    const samples: Record<string, Sample> = {};
    for (const command of commands) {
      await beforeEach();
      samples[command] = await measureCommand("import", "-i", "tenant.yaml", ...imports[command]);
    }
    return samples;
  });
}

/** Measures an export. The tenant must serve https. */
export const measureExport = (tenant: BenchTenant): Promise<Sample> =>
  inFolderFor(tenant, (_folder, measureCommand) =>
    measureCommand("export", "--format", "yaml", "--output_folder", "local"),
  );

type MeasureCommand = (...args: string[]) => Promise<Sample>;

/** Runs `work` with a folder that has the configuration for the tenant, and a way to run commands there. */
async function inFolderFor<Result>(
  tenant: BenchTenant,
  work: (folder: string, measureCommand: MeasureCommand) => Promise<Result>,
): Promise<Result> {
  const installed = await npmPackage("auth0-deploy-cli", deployCliVersion);
  const script = join(installed, "lib", "index.js");
  return withFolder((folder) => {
    const { AUTH0_DOMAIN = "", ...credentials } = tenant.environment;
    const config = {
      ...credentials,
      AUTH0_DOMAIN: AUTH0_DOMAIN.replace("https://", ""),
      AUTH0_INCLUDED_ONLY: ["eventStreams", "rateLimitPolicies"],
    };
    writeFileSync(join(folder, "config.json"), JSON.stringify(config));
    const usage = usageEnvironment(folder, "auth0-deploy-cli/");
    const env = { ...commandEnvironment(), ...usage, ...tenant.trust };
    return work(folder, (...args) => {
      const command = [script, ...args, "-c", "config.json"];
      return measure(tenant, usage, () => run(process.execPath, command, { cwd: folder, env }));
    });
  });
}

/** The user's own AUTH0_ variables belong to another tenant. */
const commandEnvironment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("AUTH0_")));

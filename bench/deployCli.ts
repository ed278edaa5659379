import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { encode } from "../provider/schema/codec";
import { resourceSchema } from "../provider/schema/packageSchema";
import type { Props } from "../provider/shared/json";
import { npmPackage } from "../tests/support/install/downloads";
import { run } from "../tools/process";
import { objects } from "./objects";
import { measure, type Sample, usageEnvironment } from "./sample";
import type { BenchTenant } from "./tenant";

export const deployCliVersion = "8.44.0";

/**
 * The commands of auth0-deploy-cli that come nearest to `up`, to `preview` without changes and to `up`
 * without changes, with their additional arguments.
 */
export const imports = {
  import: [],
  "import --dry-run": ["--dry-run"],
  "import again": [],
};
export type Import = keyof typeof imports;

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
    await tenant.clear();
    const samples: Record<string, Sample> = {};
    for (const command of commands) {
      await beforeEach();
      samples[command] = await measureCommand("import", "-i", "tenant.yaml", ...imports[command]);
    }
    return samples;
  });
}

/** Measures an export, and returns the file that it writes. The tenant must serve https. */
export function measureExport(tenant: BenchTenant): Promise<{ sample: Sample; file: string }> {
  return inFolderFor(tenant, async (folder, measureCommand) => {
    const sample = await measureCommand("export", "--format", "yaml", "--output_folder", "local");
    return { sample, file: readFileSync(join(folder, "local", "tenant.yaml"), "utf8") };
  });
}

type MeasureCommand = (command: string, ...args: string[]) => Promise<Sample>;

/** Runs `work` with a folder that has the configuration for the tenant, and a way to run commands there. */
async function inFolderFor<Result>(
  tenant: BenchTenant,
  work: (folder: string, measureCommand: MeasureCommand) => Promise<Result>,
): Promise<Result> {
  const installed = await npmPackage("auth0-deploy-cli", deployCliVersion);
  const folder = mkdtempSync(join(tmpdir(), "pulumi-auth0-native-bench-"));
  try {
    writeConfiguration(folder, tenant);
    const usage = usageEnvironment(folder, "auth0-deploy-cli/");
    const env = { ...commandEnvironment(), ...usage, ...tenant.trust };
    const script = join(installed, "lib", "index.js");
    return await work(folder, (command, ...args) =>
      measure(tenant, usage, () =>
        run(process.execPath, [script, command, "-c", "config.json", ...args], {
          cwd: folder,
          env,
        }),
      ),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function writeConfiguration(folder: string, tenant: BenchTenant): void {
  const { AUTH0_DOMAIN = "", ...credentials } = tenant.environment;
  const config = {
    ...credentials,
    AUTH0_DOMAIN: AUTH0_DOMAIN.replace("https://", ""),
    AUTH0_INCLUDED_ONLY: ["eventStreams", "rateLimitPolicies"],
  };
  writeFileSync(join(folder, "config.json"), JSON.stringify(config));
}

/** The user's own AUTH0_ variables belong to another tenant. */
const commandEnvironment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("AUTH0_")));

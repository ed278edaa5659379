import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { encode } from "../provider/schema/codec";
import { resourceSchema } from "../provider/schema/packageSchema";
import type { Props } from "../provider/shared/json";
import { npmPackage } from "../tests/support/install/downloads";
import { run } from "../tests/support/project";
import { objects } from "./objects";
import { type Sample, sample, usageEnvironment } from "./sample";
import type { BenchTenant } from "./tenant";

export const deployCliVersion = "8.44.0";

/** Its nearest to `up`, to `preview` with nothing changed, and to `up` with nothing changed. */
export const imports = {
  import: [],
  "import --dry-run": ["--dry-run"],
  "import again": [],
};
export type Import = keyof typeof imports;

/** The same objects, in the file that auth0-deploy-cli reads; YAML takes JSON as it is. */
export function assets(count: number): string {
  const { EventStream, RateLimitPolicy } = objects(count);
  const wire = (name: string, all: object) =>
    Object.values(all).map((args: Props) => encode(resourceSchema(name).inputs, args));
  return JSON.stringify({
    eventStreams: wire("EventStream", EventStream),
    rateLimitPolicies: wire("RateLimitPolicy", RateLimitPolicy),
  });
}

/** One command after the other, beginning with an empty tenant, which must be one over https. */
export async function imported(
  count: number,
  tenant: BenchTenant,
  commands: Import[],
  wait: () => Promise<void> = async () => undefined,
): Promise<Record<string, Sample>> {
  const installed = await npmPackage("auth0-deploy-cli", deployCliVersion);
  const folder = mkdtempSync(join(tmpdir(), "pulumi-auth0-native-bench-"));
  try {
    const { AUTH0_DOMAIN = "", ...credentials } = tenant.environment;
    const config = {
      ...credentials,
      AUTH0_DOMAIN: AUTH0_DOMAIN.replace("https://", ""),
      AUTH0_INCLUDED_ONLY: ["eventStreams", "rateLimitPolicies"],
    };
    writeFileSync(join(folder, "config.json"), JSON.stringify(config));
    writeFileSync(join(folder, "tenant.yaml"), assets(count));
    writeFileSync(join(folder, "ca.pem"), tenant.certificate);
    const usage = usageEnvironment(folder, "auth0-deploy-cli/");
    // The variables of whoever runs this belong to another tenant.
    const own = Object.entries(process.env).filter(([name]) => !name.startsWith("AUTH0_"));
    const env = {
      ...Object.fromEntries(own),
      ...usage,
      NODE_EXTRA_CA_CERTS: join(folder, "ca.pem"),
    };
    const script = join(installed, "lib", "index.js");
    const words = [script, "import", "-c", "config.json", "-i", "tenant.yaml"];
    await tenant.empty();
    const samples: Record<string, Sample> = {};
    for (const command of commands) {
      await wait();
      const args = [...words, ...imports[command]];
      samples[command] = await sample(tenant, usage, () =>
        run(process.execPath, args, folder, env),
      );
    }
    return samples;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

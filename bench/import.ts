import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Tenant } from "../emulator/src";
import { npmPackage } from "../tests/support/install/downloads";
import { emptyTenant, store, wire } from "../tests/support/tenant/objects";
import { listedKinds } from "../tests/support/values/kinds";
import { run } from "../tools/process";
import { remote, small } from "./engine";
import { measure } from "./measure";
import { objects } from "./objects";
import type { RecordSample, Sample } from "./rows";
import { withProject } from "./stack";
import { temporaryFolder } from "./tenant";

const rounds = 3;
const cli = join(__dirname, "..", "cli.js");

/** Measures `pulumi-auth0-native import` of unmanaged objects, and the export by auth0-deploy-cli. */
export async function imports(tenant: Tenant, record: RecordSample): Promise<void> {
  const measureOurs = (count: number) =>
    withProject("dynamic", tenant, {}, ({ folder: cwd, env }) => {
      addObjects(tenant, count);
      const args = [cli, "import", "--stack", "test"];
      return measure(tenant, cli, () => run(process.execPath, args, { cwd, env }));
    });
  // The first run isn't recorded, because it reads everything from the disk.
  await measureOurs(0);
  // Each round has every size, so that a busy moment of the machine affects the ratio of a round less.
  for (let round = 0; round < rounds; round++) {
    for (const count of [500, 5_000]) {
      const label = `import of ${count} objects`;
      record(label, "pulumi-auth0-native", await measureOurs(count));
      const args = ["export", "--format", "yaml", "--output_folder", "local"];
      record(label, "auth0-deploy-cli", await measureDeployCli(tenant, args));
    }
  }
}

/** Adds unmanaged objects. Half are streams, half are policies, with all their forms in turn. */
function addObjects(tenant: Tenant, count: number): void {
  for (const kind of listedKinds) {
    const forms = Object.values(kind.valid);
    for (let number = 0; number < count / listedKinds.length; number++) {
      const inputs = { ...forms[number % forms.length], ...kind.unique(number) };
      store(tenant, kind, kind.id(number), inputs);
    }
  }
}

/** One size is enough, because a command takes 17 s, and 500 objects take 80 s, mostly at a fixed rate. */
const deployments = [
  { count: 100, conditions: remote, args: ["import"] },
  { count: 100, conditions: remote, args: ["import", "--dry-run"] },
  { count: 60, conditions: small, args: ["import"] },
];

/** Measures imports by auth0-deploy-cli into an empty tenant, once, because noise has little effect. */
export async function deployCli(tenant: Tenant, record: RecordSample): Promise<void> {
  for (const { count, conditions, args } of deployments) {
    const { label, ...changes } = conditions;
    const { EventStream, RateLimitPolicy } = objects(count);
    const eventStreams = wire(Object.values(EventStream));
    const rateLimitPolicies = wire(Object.values(RateLimitPolicy));
    emptyTenant(tenant);
    tenant.set(changes);
    const command = [...args, "-i", "tenant.yaml"];
    const sample = await measureDeployCli(tenant, command, { eventStreams, rateLimitPolicies });
    record(`${count} objects${label}: \`${args.join(" ")}\``, "auth0-deploy-cli", sample);
  }
}

/** Runs a command of auth0-deploy-cli in a new folder with the file tenant.yaml. */
async function measureDeployCli(tenant: Tenant, args: string[], content = {}): Promise<Sample> {
  const installed = await npmPackage("auth0-deploy-cli", "8.44.0");
  const script = join(installed, "lib", "index.js");
  const cwd = temporaryFolder();
  const settings = { ...tenant.environment, AUTH0_DOMAIN: tenant.domain };
  const config = { ...settings, AUTH0_INCLUDED_ONLY: ["eventStreams", "rateLimitPolicies"] };
  writeFileSync(join(cwd, "config.json"), JSON.stringify(config));
  // JSON is valid YAML.
  writeFileSync(join(cwd, "tenant.yaml"), JSON.stringify(content));
  // The user's own AUTH0_ variables belong to another tenant, so the command doesn't get them.
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, ...settings };
  const command = [script, ...args, "-c", "config.json"];
  const sample = await measure(tenant, script, () => run(process.execPath, command, { cwd, env }));
  rmSync(cwd, { recursive: true });
  return sample;
}

import { afterEach, beforeEach } from "@jest/globals";
import { runImportCommand } from "../../../cli/import/command";
import type { ImportOptions } from "../../../cli/import/options";
import { startTenant, type Tenant } from "../../../emulator/src";
import { forgetOpenApis } from "../../../provider/api/managementApi";
import { captureOutput } from "../pipelines/printed";
import { stopSignals, withStandInPulumi } from "../pipelines/standInPulumi";
import { filesIn } from "../project";
import { addStream, manyPolicies, streamIdOf } from "../tenant/many";

/**
 * For a test file: `pulumi-auth0-native import` in this process, with a tenant and a shell script in the place of
 * the Pulumi CLI. The project has the empty stack `test`.
 */
export function withImportCommand() {
  const pulumi = withStandInPulumi();
  const environment = { ...process.env };
  const context = {} as { tenant: Tenant };
  let stacks: string[];

  beforeEach(async () => {
    stacks = [];
    context.tenant = await startTenant();
    Object.assign(process.env, context.tenant.environment);
    forgetOpenApis();
    pulumi.replacePulumi(`case "$1 $2" in
      "stack ls") [ "$3" = --all ] && cat all.json || cat stacks.json;;
      "stack export") cat "$4.json";;
      "preview --stack") cat events.json > "$7"; cat frame.json > "$5" || exit 1;;
      "config --show-secrets") cat config.json;;
      "config set") cat >> secrets;;
      "import --file") . ./import.sh;;
      "state protect") ;;
      *) echo "no such program" >&2; exit 1;;
    esac`);
    addStack("test", []);
    configure({});
    pulumi.write("import.sh", "");
  });
  afterEach(async () => {
    process.env = { ...environment };
    await context.tenant.close();
  });

  /** Selects a stack, or none. */
  const selectStack = (selected?: string) => {
    const all = stacks.map((name) => ({ name, current: name === selected }));
    pulumi.write("all.json", JSON.stringify(all));
    // The other stacks belong to other projects.
    pulumi.write("stacks.json", JSON.stringify(all.filter(({ name }) => !name.includes("/"))));
  };

  /** Sets secrets in the configuration of the stack. */
  function configure(secrets: Record<string, string>): void {
    const entries = Object.entries(secrets).map(([key, value]) => [key, { value, secret: true }]);
    pulumi.write("config.json", JSON.stringify(Object.fromEntries(entries)));
  }

  /** Adds a stack with policies, by their numbers and ids. */
  function addStack(stack: string, policies: [number: number, id: string][]): void {
    stacks.push(stack);
    const type = "auth0-native:index:RateLimitPolicy";
    const resources = policies.map(([number, id]) => {
      const consumerSelector = `client_id:c${number}`;
      const inputs = { resource: "oauth_authentication_api", consumer: "client", consumerSelector };
      const urn = `urn:pulumi:${stack}::test::${type}::policy-${number}`;
      return { urn, type, id, inputs, outputs: { tenant: context.tenant.domain } };
    });
    pulumi.write(`${stack}.json`, JSON.stringify({ version: 3, deployment: { resources } }));
    selectStack("test");
  }

  /** The exit code, and the command's output on each stream. */
  async function run(options: Partial<ImportOptions> = {}, stop = stopSignals()) {
    const printed = captureOutput();
    const given = { cwd: pulumi.folder, out: `${pulumi.folder}/imported`, ...options };
    const code = await runImportCommand(given, stop).catch((error: Error) => {
      printed.stderr += `error: ${error.message}`;
      return 1;
    });
    return { code, ...printed };
  }

  return {
    pulumi,
    get tenant() {
      return context.tenant;
    },
    selectStack,
    configure,
    addStack,
    run,
    /** The import's files, without the project's own. */
    written: () => filesIn(pulumi.folder).filter((file) => file.startsWith("imported/")),
    /** The import commands that Pulumi got. */
    imports: () => pulumi.calls().match(/^import .*/gm) ?? [],
  };
}

/** The secret of the only stream that has one. */
export const canaryToken = "canary-token-of-the-tenant";

/** Puts two streams and a policy into a tenant: `crm` with a secret, `audit` without one. */
export function fillSmall(tenant: Tenant): void {
  const configuration = {
    webhook_endpoint: "https://hooks.example.com/auth0",
    webhook_authorization: { method: "bearer", token: canaryToken },
  };
  addStream(tenant, streamIdOf(1), "crm", { destination: { type: "webhook", configuration } });
  addStream(tenant, streamIdOf(2), "audit");
  manyPolicies(tenant, 1);
}

import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Tenant } from "../../../emulator/src";
import { passphrase } from "../engine/environment";
import { passphraseSettings, writeEmptyStack } from "../engine/newStack";
import { mustRun, temporaryFolder } from "../project";
import { writeFileIn } from "./files";
import type { Installation } from "./installation";

/** What the program declares of the policy. */
export interface Declared {
  limit: number;
  action: "block" | "log";
}

export const projectFiles = {
  "Pulumi.yaml": "name: test\nruntime:\n  name: nodejs\n  options:\n    typescript: false\n",
  "package.json": '{ "name": "test", "main": "index.js" }\n',
  "package-lock.json": "{}\n",
};

/** Creates the stacks, and returns their settings: each with the tenant's domain and a secret. */
export async function createStacks(
  tenants: Record<string, Tenant>,
  state: string,
  { environment, pathWithPulumi }: Installation,
): Promise<Record<string, string>> {
  const folder = temporaryFolder();
  for (const [file, text] of Object.entries(projectFiles)) writeFileIn(folder, file, text);
  const [first = "", ...more] = Object.keys(tenants);
  for (const stack of [first, ...more]) writeEmptyStack(state, stack);
  const file = (stack: string) => `Pulumi.${stack}.yaml`;
  writeFileIn(folder, file(first), `encryptionsalt: ${passphraseSettings.encryptionSalt}\n`);
  await mustRun(
    "pulumi",
    [
      ...["config", "set-all", "--stack", first, "--non-interactive"],
      ...["--plaintext", `auth0:domain=${tenants[first]?.url}`],
      ...["--secret", "hookToken=canary-hook-token"],
    ],
    folder,
    {
      ...environment(),
      ...{ PATH: pathWithPulumi, PULUMI_BACKEND_URL: `file://${state}` },
      PULUMI_CONFIG_PASSPHRASE: passphrase,
    },
  );
  const settings = readFileSync(join(folder, file(first)), "utf8");
  return Object.fromEntries(
    Object.entries(tenants).map(([stack, { url }]) => [
      file(stack),
      settings.replace(tenants[first]?.url ?? "", url),
    ]),
  );
}

/**
 * The limit and the action are on lines far apart, so that two changes merge without a conflict; both are
 * of `configuration`, which a plan compares as a whole.
 */
export const program = ({ limit, action }: Declared) => `
const action = "${action}";
const pulumi = require("@pulumi/pulumi");
const auth0 = require("pulumi-auth0-native");
new auth0.EventStream("crm", {
  name: "crm",
  subscriptions: [{ eventType: "user.created" }],
  destination: {
    type: "webhook",
    configuration: {
      webhookEndpoint: "https://crm.example.com/hook",
      webhookAuthorization: {
        method: "bearer",
        token: new pulumi.Config().requireSecret("hookToken"),
      },
    },
  },
});
new auth0.RateLimitPolicy("partners", {
  resource: "oauth_authentication_api",
  consumer: "client",
  consumerSelector: "third_party_clients",
  configuration: { action, limit: ${limit} },
});
`;

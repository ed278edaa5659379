import { join, posix } from "node:path";
import { startTenant, type Tenant } from "../../../emulator/src";
import { passphrase } from "../engine/environment";
import { keySettings } from "../engine/keyService";
import { passphraseSettings, writeEmptyStack } from "../engine/newStack";
import { mustRun, removeTemporaryFolders, root, temporaryFolder } from "../project";
import { type Forge, startForge, token } from "./forge";
import { type Installation, newInstallation } from "./installation";
import { defaultBranch, newRepository, type Repository } from "./repository";
import type { Kind } from "./withForge";

/** A team with a program and the written pipelines in a repository on a forge, and a tenant for each of its stacks. */
export interface Team {
  forge: Forge;
  repository: Repository;
  installation: Installation;
  tenants: Record<string, Tenant>;
  /** The prefix of pipelines' and environments' names. */
  prefix: string;
  /** The variables that the team has set for all jobs. */
  variables: Settings;
  /** The secrets that the team has set for the jobs of an environment. */
  secretsOf(environment: string | undefined): Settings;
  /** Overrides these secrets. */
  overrides: Record<string, Settings>;
  /** Commits the program on a branch, which starts at the default branch. */
  change(branch: string, declared: Declared): Promise<string>;
  /** Replaces the settings of the pipelines, and writes the pipelines again. */
  settings(text: string): Promise<void>;
  /** Merges the pull request with this last commit; the next one has no comment yet. */
  merge(head: string): Promise<string>;
  /** The requests of each tenant since the last call, without their ids, in alphabetical order. */
  requests(): Record<string, string[]>;
  /** The jobs' output and uploads, and the forge's data. */
  seen: string[];
  close(): Promise<void>;
}

export type Settings = Record<string, string>;

/** The policy's limit and action in the program. */
export interface Declared {
  limit: number;
  action: "block" | "log";
}

/** The program is at the root of the repository, or in a folder of a workspace. */
export async function newTeam(kind: Kind, stacks: string[], folder = ""): Promise<Team> {
  const prefix = folder === "" ? "" : "test-";
  const [forge, repository, installation] = await Promise.all([
    startForge(),
    newRepository(),
    newInstallation(),
  ]);
  const tenants: Team["tenants"] = {};
  const backend = temporaryFolder();
  for (const stack of stacks) {
    tenants[stack] = await startTenant({ clientSecret: `canary-${stack}-secret` });
    writeEmptyStack(backend, stack);
  }
  await repository.commit(defaultBranch, {
    "package-lock.json": "{}\n",
    ...inFolder(folder, projectFiles(tenants, kind)),
  });
  const init = async (...options: string[]) => {
    const command = [join(root, "cli.js"), "ci", "init", kind.toLowerCase(), "-C", folder || "."];
    await mustRun(process.execPath, [...command, ...options], repository.folder);
    await repository.commit(defaultBranch, {});
  };
  await init("--stacks", stacks.join());

  const overrides: Team["overrides"] = {};
  return {
    forge,
    repository,
    installation,
    tenants,
    prefix,
    overrides,
    seen: [],
    variables: { PULUMI_BACKEND_URL: `file://${backend}` },
    secretsOf: (environment = "") => ({
      ...secretsOf(kind, environment.replace(prefix, ""), tenants),
      ...overrides[environment],
    }),
    change: (branch, goal) =>
      repository.commit(branch, inFolder(folder, { "index.js": program(goal) }), defaultBranch),
    async settings(text) {
      const file = posix.join(folder, "pulumi-auth0-native.ci.yaml");
      await repository.commit(defaultBranch, { [file]: `${settingsOf(kind)}${text}\n` });
      await init();
    },
    async merge(head) {
      const commit = await repository.merge(head);
      forge.merged.set(commit, head);
      forge.comments = [];
      return commit;
    },
    requests: () =>
      Object.fromEntries(
        Object.entries(tenants).map(([stack, tenant]) => [stack, requestsOf(tenant)]),
      ),
    async close() {
      for (const tenant of Object.values(tenants)) await tenant.close();
      await forge.close();
      removeTemporaryFolders();
    },
  };
}

const npmToken = { NODE_AUTH_TOKEN: "canary-npm-token" };

/** The names of environments in `ci init`: `staging-apply` on GitHub and `staging/apply` on GitLab. */
function secretsOf(kind: Kind, environment: string, tenants: Team["tenants"]): Settings {
  // A project's own variable is available to each job.
  if (environment === "") return kind === "GitLab" ? npmToken : {};
  if (kind === "GitLab" && environment === "reports") return { GITLAB_TOKEN: token };
  const [stack = "", job = "", ...more] = environment.split(kind === "GitHub" ? "-" : "/");
  const tenant = tenants[stack];
  if (!tenant || more.length > 0 || !["preview", "apply", "drift"].includes(job)) {
    throw new Error(`the team has set nothing for ${environment}`);
  }
  const { AUTH0_CLIENT_ID = "", AUTH0_CLIENT_SECRET = "" } = tenant.environment;
  return {
    AUTH0_CLIENT_ID,
    ...npmToken,
    PULUMI_CONFIG_PASSPHRASE: passphrase,
    // A preview sends no request, so any secret works.
    AUTH0_CLIENT_SECRET: job === "preview" ? "canary-preview-secret" : AUTH0_CLIENT_SECRET,
  };
}

function requestsOf(tenant: Tenant): string[] {
  const requests = tenant.apiRequests().map((one) => one.replace(/^(\w+) \/([\w-]+).*$/, "$1 $2"));
  tenant.clearRequests();
  return requests.sort();
}

const inFolder = (folder: string, files: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(files).map(([name, text]) => [posix.join(folder, name), text]));

/** On GitHub, a workflow has to name the secrets of an installation. */
const settingsOf = (kind: Kind): string =>
  kind === "GitHub" ? `branch: ${defaultBranch}\nsecrets: [NODE_AUTH_TOKEN]\n` : "";

const projectFiles = (tenants: Team["tenants"], kind: Kind): Record<string, string> => ({
  "pulumi-auth0-native.ci.yaml": settingsOf(kind),
  "Pulumi.yaml": "name: test\nruntime:\n  name: nodejs\n  options:\n    typescript: false\n",
  "package.json": '{ "name": "test", "main": "index.js" }\n',
  ...Object.fromEntries(
    Object.entries(tenants).map(([stack, { url }]) => [
      `Pulumi.${stack}.yaml`,
      `${encryptionOf(stack, kind)}\nconfig:\n  auth0:domain: ${url}\n`,
    ]),
  ),
});

/** On GitHub, production has a passphrase, which the pipeline passes on. The key service takes less time. */
const encryptionOf = (stack: string, kind: Kind) =>
  kind === "GitHub" && stack === "production"
    ? `encryptionsalt: ${passphraseSettings.encryptionSalt}`
    : `secretsprovider: ${keySettings.secretsProvider}\nencryptedkey: ${keySettings.encryptedKey}`;

/** The limit and the action are on lines far apart, so that two changes merge without a conflict. */
const program = ({ limit, action }: Declared) => `
const action = "${action}";
const pulumi = require("@pulumi/pulumi");
const auth0 = require("pulumi-auth0-native");
const webhookAuthorization = { method: "bearer", token: pulumi.secret("canary-hook-token") };
const webhookEndpoint = "https://crm.example.com/hook";
new auth0.EventStream("crm", {
  name: "crm",
  status: "enabled",
  subscriptions: [{ eventType: "user.created" }],
  destination: { type: "webhook", configuration: { webhookEndpoint, webhookAuthorization } },
}, { ignoreChanges: ["status"] });
new auth0.RateLimitPolicy("partners", {
  resource: "oauth_authentication_api",
  consumer: "client",
  consumerSelector: "third_party_clients",
  configuration: { action, limit: ${limit} },
});
`;

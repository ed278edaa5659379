import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Tenant } from "../../../emulator/src";
import { type CommandResult, mustRun, run, temporaryFolder } from "../project";
import { baseEnvironment, pulumiFolder } from "./environment";
import { keyService, keySettings } from "./keyService";

export const hookToken = "plain-hook-token-5f1d";
export const firebaseCredentials = JSON.stringify({
  type: "service_account",
  project_id: "quickstart",
  private_key_id: "3f6b",
  private_key: "-----BEGIN PRIVATE KEY-----\nplain-firebase-key-77ab\n-----END PRIVATE KEY-----\n",
  client_email: "push@quickstart.iam.gserviceaccount.com",
  client_id: "1066",
});

/** The quickstart in a folder of its own, with other versions than it names; nothing is installed. */
export function quickstartCopy(
  dependencies: Record<string, string>,
  devDependencies: Record<string, string> = {},
): string {
  const project = join(temporaryFolder(), "quickstart");
  cpSync(join(__dirname, "..", "..", "..", "examples", "quickstart"), project, { recursive: true });
  const file = join(project, "package.json");
  const manifest = JSON.parse(readFileSync(file, "utf8"));
  Object.assign(manifest.dependencies, dependencies);
  Object.assign(manifest.devDependencies, devDependencies);
  writeFileSync(file, JSON.stringify(manifest));
  return project;
}

export interface QuickstartStack {
  /** The backend's folder. */
  home: string;
  pulumi(...args: string[]): Promise<CommandResult>;
  /** The command that the package brings. */
  auth0Native(...args: string[]): Promise<CommandResult>;
}

/** A stack with the quickstart's two secrets, which the CLI runs against a tenant, by this Node. */
export async function quickstartStack(
  project: string,
  tenant: Tenant,
  node = dirname(process.execPath),
): Promise<QuickstartStack> {
  const home = temporaryFolder();
  mkdirSync(join(home, "state"));
  const { HOME, TMPDIR } = process.env;
  const base = baseEnvironment(home, await pulumiFolder());
  const environment = {
    ...(HOME && { HOME }),
    ...(TMPDIR && { TMPDIR }),
    ...base,
    ...(await keyService()),
    PATH: `${node}:${base.PATH}`,
    ...tenant.environment,
  };
  const common = ["--non-interactive", "--color", "never"];
  const secrets = [`hookToken=${hookToken}`, `firebaseCredentials=${firebaseCredentials}`];
  const settings = secrets.flatMap((secret) => ["--secret", secret]);
  const key = ["--secrets-provider", keySettings.secretsProvider];
  await mustRun("pulumi", ["stack", "init", "test", ...key, ...common], project, environment);
  await mustRun("pulumi", ["config", "set-all", ...settings, ...common], project, environment);
  const installed = join(project, "node_modules", ".bin", "auth0-native");
  return {
    home,
    pulumi: (...args) => run("pulumi", [...args, ...common], project, environment),
    auth0Native: (...args) => run(installed, args, project, environment),
  };
}

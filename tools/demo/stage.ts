import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Tenant } from "../../emulator/src";
import { npxCommand } from "../../provider/shared/command";
import { run } from "../process";
import { pulumiBin } from "../pulumiBin";

const root = join(__dirname, "..", "..");

/** A made-up Firebase service account. It has no spaces, because the arguments of `Cli` can't have any. */
export const pushCredentials = JSON.stringify({
  type: "service_account",
  project_id: "made-up",
  private_key: "made-up",
  client_email: "push@made-up.example.com",
});

export interface Stage {
  /** The folder with the program, its state, and the pages that the demo writes. */
  folder: string;
  pulumi: Cli;
  auth0Native: Cli;
}

/**
 * Runs a command in the stage's folder, prints its output unless `quiet`, and returns the output. Fails
 * unless the exit code is `code` (default: 0).
 */
export type Cli = (
  argumentText: string,
  options?: { quiet?: boolean; code?: number },
) => Promise<string>;

/**
 * Creates an empty folder with a local Pulumi backend, lets `fill` write the program, and returns
 * the commands to run there against the tenant.
 */
export async function stage(
  name: string,
  tenant: Tenant,
  fill: (folder: string) => void,
): Promise<Stage> {
  const bin = await pulumiBin();
  const folder = join(root, ".demo", name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, "state"), { recursive: true });
  fill(folder);
  const env = environmentOf(tenant, folder, bin);
  return {
    folder,
    pulumi: cli("pulumi", ["pulumi", "--non-interactive"], folder, env),
    auth0Native: cli(npxCommand, ["node", join(root, "cli.js")], folder, env),
  };
}

function environmentOf(tenant: Tenant, folder: string, bin: string): NodeJS.ProcessEnv {
  // The user's own AUTH0_ variables belong to another tenant.
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith("AUTH0_"));
  return {
    ...Object.fromEntries(inherited),
    ...tenant.environment,
    PATH: `${bin}:${process.env.PATH}`,
    PULUMI_HOME: join(folder, "home"),
    PULUMI_BACKEND_URL: `file://${join(folder, "state")}`,
    PULUMI_CONFIG_PASSPHRASE: "demo",
    PULUMI_SKIP_UPDATE_CHECK: "true",
    PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "true",
  };
}

/** `shownName` is what a user would type instead of `command`. */
function cli(
  shownName: string,
  [command, ...firstArgs]: [string, ...string[]],
  cwd: string,
  env: NodeJS.ProcessEnv,
): Cli {
  return async (argumentText, { quiet = false, code: expected = 0 } = {}) => {
    const print = (text: string) => {
      if (!quiet) process.stdout.write(indented(text));
    };
    print(`$ ${shownName} ${argumentText}\n`);
    const args = [...firstArgs, ...argumentText.split(" ")];
    const { code, text } = await run(command, args, { cwd, env, onOutput: print });
    if (code !== 0) print(`exit code ${code}\n`);
    if (code === expected) return text;
    throw new Error(
      `${shownName} ${argumentText} ended with exit code ${code}, not ${expected}.\n${text}`,
    );
  };
}

const indented = (text: string) => text.replace(/^(?=.)/gm, "   ");

const bold = (text: string) => (process.stdout.isTTY ? `\x1b[1m${text}\x1b[0m` : text);

let steps = 0;
export function heading(text: string): void {
  steps += 1;
  console.log(`\n${bold(`${steps}. ${text}`)}`);
}

/** Ends the demo with an error that says what went wrong, unless the condition is true. */
export function expectThat(condition: boolean, whatWentWrong: string): void {
  if (!condition) throw new Error(`The demo failed, because ${whatWentWrong}.`);
}

export async function perform(
  start: () => Promise<Tenant>,
  show: (tenant: Tenant) => Promise<void>,
): Promise<void> {
  try {
    const tenant = await start();
    await show(tenant).finally(() => tenant.close());
  } catch (error) {
    console.error(`\n${(error as Error).message}`);
    process.exitCode = 1;
  }
}

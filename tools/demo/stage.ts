import { spawn } from "node:child_process";
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Tenant } from "../../emulator/src";
import { pulumiBin } from "../pulumiBin";

const root = join(__dirname, "..", "..");

export interface Stage {
  /** Of the program, its state and what is written about it. */
  folder: string;
  pulumi: Cli;
  auth0Native: Cli;
}

/** Runs a command in the stage's folder, shows what it says, and insists on its exit code. */
export type Cli = (words: string, options?: { quiet?: boolean; code?: number }) => Promise<string>;

/** A program's folder with a state of its own, filled anew, and the commands in it, for a tenant. */
export async function stage(name: string, tenant: Tenant, fill: (folder: string) => void) {
  const bin = await pulumiBin();
  const folder = join(root, ".demo", name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, "state"), { recursive: true });
  fill(folder);
  // The variables of whoever runs this belong to another tenant.
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith("AUTH0_"));
  const env = {
    ...Object.fromEntries(own),
    ...tenant.environment,
    PATH: `${bin}:${process.env.PATH}`,
    PULUMI_HOME: join(folder, "home"),
    PULUMI_BACKEND_URL: `file://${join(folder, "state")}`,
    PULUMI_CONFIG_PASSPHRASE: "demo",
    PULUMI_SKIP_UPDATE_CHECK: "true",
    PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "true",
  };
  const cli = (shown: string, ...command: [string, ...string[]]): Cli => {
    const [file, ...first] = command;
    return (words, { quiet = false, code: expected = 0 } = {}) => {
      if (!quiet) console.log(`   $ ${shown} ${words}`);
      const args = [...first, ...words.split(" ")];
      const child = spawn(file, args, { cwd: folder, env, stdio: ["ignore", "pipe", "pipe"] });
      let text = "";
      const hear = (part: Buffer) => {
        text += part;
        if (!quiet) process.stdout.write(String(part).replace(/^(?=.)/gm, "   "));
      };
      child.stdout.on("data", hear);
      child.stderr.on("data", hear);
      return new Promise((resolve, reject) => {
        child.on("error", reject);
        child.on("close", (code) => {
          if (!quiet && code !== 0) console.log(`   exit code ${code}`);
          if (code === expected) resolve(text);
          else reject(new Error(`${shown} ${words} ended with ${code}, not ${expected}.\n${text}`));
        });
      });
    };
  };
  const pulumi = cli("pulumi", "pulumi", "--non-interactive");
  return { folder, pulumi, auth0Native: cli("npx auth0-native", "node", join(root, "cli.js")) };
}

const bold = (text: string) => (process.stdout.isTTY ? `\x1b[1m${text}\x1b[0m` : text);

let steps = 0;
export function heading(text: string): void {
  steps += 1;
  console.log(`\n${bold(`${steps}. ${text}`)}`);
}

export function expectThat(holds: boolean, what: string): void {
  if (!holds) throw new Error(`The demo went wrong: ${what}.`);
}

/** Runs a demo with a tenant of its own, to its end or to the first thing that is not as it says. */
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

import { spawn } from "node:child_process";
import { cpSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { startTenant, type Tenant } from "../emulator/src";
import { pulumiBin } from "./pulumiBin";

/**
 * The quickstart's whole life on the real Pulumi CLI, against a tenant on this machine. Every step
 * checks what it shows, so that a demo which ends is a demo which worked.
 */

const root = join(__dirname, "..");
const folder = join(root, ".demo");
const bold = (text: string) => (process.stdout.isTTY ? `\x1b[1m${text}\x1b[0m` : text);

let steps = 0;
function heading(text: string): void {
  steps += 1;
  console.log(`\n${bold(`${steps}. ${text}`)}`);
}

function expectThat(holds: boolean, what: string): void {
  if (!holds) throw new Error(`The demo went wrong: ${what}.`);
}

type Cli = (words: string, options?: { quiet?: boolean; code?: number }) => Promise<string>;

/** Runs the CLI in the demo's folder, shows what it says, and insists on its exit code. */
function cliIn(env: NodeJS.ProcessEnv): Cli {
  return (words, { quiet = false, code: expected = 0 } = {}) => {
    if (!quiet) console.log(`   $ pulumi ${words}`);
    const args = [...words.split(" "), "--non-interactive"];
    const child = spawn("pulumi", args, { cwd: folder, env, stdio: ["ignore", "pipe", "pipe"] });
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
        else reject(new Error(`pulumi ${words} ended with ${code}, not ${expected}.\n${text}`));
      });
    });
  };
}

async function main(): Promise<void> {
  const bin = await pulumiBin();
  const tenant = await startTenant({ seedDeliveries: 12 });
  try {
    await show(bin, tenant);
  } finally {
    await tenant.close();
  }
}

async function show(bin: string, tenant: Tenant): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  cpSync(join(root, "examples", "quickstart"), folder, { recursive: true });
  mkdirSync(join(folder, "state"));
  // The variables of whoever runs this belong to another tenant.
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith("AUTH0_"));
  const pulumi = cliIn({
    ...Object.fromEntries(own),
    ...tenant.environment,
    PATH: `${bin}:${process.env.PATH}`,
    PULUMI_HOME: join(folder, "home"),
    PULUMI_BACKEND_URL: `file://${join(folder, "state")}`,
    PULUMI_CONFIG_PASSPHRASE: "demo",
    PULUMI_SKIP_UPDATE_CHECK: "true",
    PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "true",
  });
  console.log(`A tenant runs at ${tenant.url}; the program is examples/quickstart/index.ts.`);
  await pulumi("stack init demo", { quiet: true });
  await pulumi("config set --secret hookToken made-up-token", { quiet: true });
  await pulumi("config set --secret firebaseCredentials made-up-credentials", { quiet: true });

  heading("Preview: what would be made");
  await pulumi("preview");
  expectThat(tenant.requests.length === 0, "the preview sent a request");

  heading("Up: made, by one request each");
  await pulumi("up --yes --skip-preview");
  const made = tenant.apiRequests().filter((request) => !request.startsWith("GET"));
  for (const request of made) console.log(`   the tenant saw ${request}`);
  expectThat(made.length === 3, "there were not three requests");

  heading("Somebody changes the stream in the dashboard, behind Pulumi's back");
  const [stream] = tenant.streams.values();
  const change = await fetch(`${tenant.url}/api/v2/event-streams/${stream?.id}`, {
    method: "PATCH",
    headers: {
      authorization: `Bearer ${tenant.issueToken()}`,
      "content-type": "application/json",
    },
    body: JSON.stringify({ status: "disabled" }),
  });
  console.log(`   PATCH /event-streams/${stream?.id} {"status":"disabled"}: ${change.status}`);

  heading("The drift check finds it, names it, and ends with exit code 7");
  const drift = await pulumi("refresh --preview-only --expect-no-changes --diff", { code: 7 });
  expectThat(/status/.test(drift), "the drift was not named");

  heading("Up repairs it");
  await pulumi("up --yes --skip-preview --refresh");
  expectThat(tenant.streams.get(stream?.id ?? "")?.status === "enabled", "it was not repaired");

  heading("The failed deliveries, as the program lists them");
  const listed = JSON.parse(await pulumi("stack output failedDeliveries --json", { quiet: true }));
  for (const delivery of listed) console.log(`   ${delivery}`);
  expectThat(listed.length > 0, "no delivery was listed");

  heading("Destroy");
  await pulumi("destroy --yes --skip-preview");
  const { size } = tenant.streams;
  console.log(`\n   The tenant is empty: ${size} streams, ${tenant.policies.size} policies.`);
  expectThat(size + tenant.policies.size === 0, "something is left");
}

main().catch((error: Error) => {
  console.error(`\n${error.message}`);
  process.exitCode = 1;
});

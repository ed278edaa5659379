import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { startTenant, type TenantOptions } from "./index";

const usage = `auth0-tenant-emulator: an Auth0 tenant on your own machine

  --port <number>             port on 127.0.0.1 (default 4010)
  --client-id <id>            client that may ask for tokens
  --client-secret <secret>    its secret
  --seed-deliveries <number>  deliveries that every new event stream starts with (default 0)
  --log                       print a line for every request: method, path, status
  --help
  --version`;

class UsageError extends Error {}

function integer(name: string, text: string, maximum: number): number {
  if (/^\d+$/.test(text) && Number(text) <= maximum) return Number(text);
  throw new UsageError(`--${name} must be a number from 0 to ${maximum}, not "${text}"`);
}

function flagsOf(args: string[]) {
  try {
    const { values } = parseArgs({
      args,
      options: {
        port: { type: "string", default: "4010" },
        "client-id": { type: "string" },
        "client-secret": { type: "string" },
        "seed-deliveries": { type: "string", default: "0" },
        log: { type: "boolean", default: false },
        help: { type: "boolean", default: false },
        version: { type: "boolean", default: false },
      },
    });
    return values;
  } catch (error) {
    // Node's advice after the first sentence is about positional arguments, which there are none of.
    const [message = ""] = (error as Error).message.split(/\.\s/);
    throw new UsageError(message);
  }
}

function optionsOf(flags: ReturnType<typeof flagsOf>): TenantOptions {
  const { "client-id": clientId, "client-secret": clientSecret } = flags;
  return {
    port: integer("port", flags.port, 65_535),
    seedDeliveries: integer("seed-deliveries", flags["seed-deliveries"], 100_000),
    ...(clientId === undefined ? {} : { clientId }),
    ...(clientSecret === undefined ? {} : { clientSecret }),
    ...(flags.log
      ? { log: ({ method, path, status }) => console.log(`${method} ${path} ${status}`) }
      : {}),
  };
}

async function main(): Promise<void> {
  const flags = flagsOf(process.argv.slice(2));
  if (flags.help) return console.log(usage);
  if (flags.version) {
    const manifest = readFileSync(join(__dirname, "..", "package.json"), "utf8");
    return console.log(JSON.parse(manifest).version);
  }
  const tenant = await startTenant(optionsOf(flags));
  for (const [name, value] of Object.entries(tenant.environment)) {
    console.log(`export ${name}=${quoted(value)}`);
  }
  console.log(`# listening on ${tenant.url}, Ctrl+C stops it`);
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => tenant.close().then(() => process.exit(0)));
  }
}

const quoted = (value: string) =>
  /^[\w./:-]+$/.test(value) ? value : `'${value.replaceAll("'", `'\\''`)}'`;

main().catch((error: NodeJS.ErrnoException & { port?: number }) => {
  const inUse = error.code === "EADDRINUSE";
  const message = inUse
    ? `port ${error.port} is in use, choose another with --port`
    : error.message;
  console.error(`auth0-tenant-emulator: ${message}`);
  process.exit(error instanceof UsageError ? 2 : 1);
});

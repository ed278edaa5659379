import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { InvalidInput, startTenant } from "../";
import { flagsOf, optionsOf, usage } from "./commandLine";

/** The command has ended, or it serves a tenant until `stop` is called. */
export type CommandState = { exitCode: number } | { stop(): Promise<void> };

/** Runs the command with these arguments. It prints to `output`, one line each. */
export async function runCommand(
  args: string[],
  output: Pick<Console, "log" | "error">,
): Promise<CommandState> {
  try {
    return await startCommand(args, output.log);
  } catch (error) {
    output.error(`auth0-tenant-emulator: ${messageOf(error as Error)}`);
    return { exitCode: error instanceof InvalidInput ? 2 : 1 };
  }
}

async function startCommand(args: string[], print: (line: string) => void): Promise<CommandState> {
  const flags = flagsOf(args);
  if (flags.help) {
    print(usage);
    return { exitCode: 0 };
  }
  if (flags.version) {
    print(version());
    return { exitCode: 0 };
  }
  const options = optionsOf(flags, print);
  const tenant = await startTenant(options);
  // A program trusts the user's own certificate already, but not one created for --tls.
  const isCreated = options.tls !== undefined && flags["tls-cert"] === undefined;
  const certificate = isCreated ? temporaryFile("cert.pem", options.tls?.cert ?? "") : undefined;
  const trust = certificate ? { NODE_EXTRA_CA_CERTS: certificate.path } : {};
  for (const [name, value] of Object.entries({ ...tenant.environment, ...trust })) {
    print(`export ${name}=${quoted(value)}`);
  }
  print(`# listening on ${tenant.url}, Ctrl+C stops it`);
  return {
    async stop() {
      await tenant.close();
      certificate?.remove();
    },
  };
}

function version(): string {
  const manifest = readFileSync(join(__dirname, "..", "..", "package.json"), "utf8");
  return JSON.parse(manifest).version;
}

function temporaryFile(name: string, text: string): { path: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), "auth0-tenant-emulator-"));
  const path = join(folder, name);
  writeFileSync(path, text);
  return { path, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** For a POSIX shell. */
const quoted = (value: string) =>
  /^[\w./:-]+$/.test(value) ? value : `'${value.replaceAll("'", `'\\''`)}'`;

function messageOf(error: NodeJS.ErrnoException & { port?: number }): string {
  if (error.code !== "EADDRINUSE") return error.message;
  return `port ${error.port} is in use, choose another with --port`;
}

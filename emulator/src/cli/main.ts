import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { InvalidInput, startTenant } from "../";
import { flagsOf, optionsOf, usage } from "./commandLine";

async function main(): Promise<void> {
  const flags = flagsOf(process.argv.slice(2));
  if (flags.help) return console.log(usage);
  if (flags.version) {
    const manifest = readFileSync(join(__dirname, "..", "..", "package.json"), "utf8");
    return console.log(JSON.parse(manifest).version);
  }
  const options = optionsOf(flags);
  const tenant = await startTenant(options);
  const isOwn = flags["tls-cert"] !== undefined;
  const trust = options.tls && !isOwn ? { NODE_EXTRA_CA_CERTS: fileOf(options.tls.cert) } : {};
  for (const [name, value] of Object.entries({ ...tenant.environment, ...trust })) {
    console.log(`export ${name}=${quoted(value)}`);
  }
  console.log(`# listening on ${tenant.url}, Ctrl+C stops it`);
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => tenant.close().then(() => process.exit(0)));
  }
}

/** A file with the certificate, for as long as this process lives. */
function fileOf(cert: string): string {
  const folder = mkdtempSync(join(tmpdir(), "auth0-tenant-emulator-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, "cert.pem");
  writeFileSync(file, cert);
  return file;
}

const quoted = (value: string) =>
  /^[\w./:-]+$/.test(value) ? value : `'${value.replaceAll("'", `'\\''`)}'`;

main().catch((error: NodeJS.ErrnoException & { port?: number }) => {
  const inUse = error.code === "EADDRINUSE";
  const message = inUse
    ? `port ${error.port} is in use, choose another with --port`
    : error.message;
  console.error(`auth0-tenant-emulator: ${message}`);
  process.exit(error instanceof InvalidInput ? 2 : 1);
});

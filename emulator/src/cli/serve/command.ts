import { readFileSync } from "node:fs";
import { join } from "node:path";
import { startTenant } from "../../";
import { type CommandIo, type CommandState, createdCertificateFile, done } from "../commandLine";
import { flagsOf, optionsOf, usage } from "./flags";

/** Serves a tenant. */
export async function serve(args: string[], { print }: CommandIo): Promise<CommandState> {
  const flags = flagsOf(args);
  if (flags.help) {
    print(usage);
    return done;
  }
  if (flags.version) {
    print(version());
    return done;
  }
  const options = optionsOf(flags, print);
  const tenant = await startTenant(options);
  const certificate = createdCertificateFile(flags, options.tls);
  const trust = certificate ? { NODE_EXTRA_CA_CERTS: certificate.path } : {};
  for (const [name, value] of Object.entries({ ...tenant.environment, ...trust })) {
    print(`export ${name}=${value}`);
  }
  print(`# listening on ${tenant.url}, Ctrl+C stops it`);
  return {
    async stop() {
      certificate?.remove();
      await tenant.close();
    },
  };
}

function version(): string {
  const manifest = readFileSync(join(__dirname, "..", "..", "..", "package.json"), "utf8");
  return JSON.parse(manifest).version;
}

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startTenant, type Tenant } from "../emulator/src";
import { selfSigned } from "../tools/certificate";

/** Runs `work` with a tenant that serves https, because auth0-deploy-cli requires it. */
export async function withTenant(work: (tenant: Tenant) => Promise<void>): Promise<void> {
  const tls = selfSigned();
  const tenant = await startTenant({ tls });
  // auth0-deploy-cli lists resource types that the emulator doesn't have, so it gets empty lists.
  tenant.respond = ({ method, route, path }) =>
    method === "GET" && route === undefined ? { body: emptyList(path) } : undefined;
  const folder = temporaryFolder();
  const certificate = join(folder, "ca.pem");
  writeFileSync(certificate, tls.cert);
  // These variables make Node and Go trust the certificate.
  const trust = { NODE_EXTRA_CA_CERTS: certificate, SSL_CERT_FILE: certificate };
  Object.assign(tenant.environment, trust);
  try {
    await work(tenant);
  } finally {
    await tenant.close();
    rmSync(folder, { recursive: true });
  }
}

export const temporaryFolder = () => mkdtempSync(join(tmpdir(), "pulumi-auth0-native-bench-"));

function emptyList(path: string): object {
  const kind = path.split("/").at(-1) ?? "";
  return { [kind]: [], start: 0, limit: 0, length: 0, total: 0 };
}

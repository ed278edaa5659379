import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startTenant, type Tenant } from "../emulator/src";
import { selfSigned } from "../tools/certificate";

/** Runs `work` with a tenant that serves https, because pulumi-auth0 requires it. */
export async function withTenant(work: (tenant: Tenant) => Promise<void>): Promise<void> {
  const tls = selfSigned();
  const tenant = await startTenant({ tls });
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

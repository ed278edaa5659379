import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

// An explicit configuration, so that the one of this machine's openssl has no effect.
const configuration = `
[req]
distinguished_name = name
x509_extensions = extensions
prompt = no
[name]
CN = localhost
[extensions]
basicConstraints = critical, CA:FALSE
keyUsage = critical, digitalSignature, keyEncipherment
extendedKeyUsage = serverAuth
subjectAltName = DNS:localhost, IP:127.0.0.1
`;

/** A key and a certificate in PEM for localhost and 127.0.0.1. A client must be set up to trust it. */
export function selfSigned(): { key: string; cert: string } {
  const folder = mkdtempSync(join(tmpdir(), "auth0-tenant-emulator-"));
  const [config = "", key = "", cert = ""] = ["req.cnf", "key.pem", "cert.pem"].map((name) =>
    join(folder, name),
  );
  try {
    writeFileSync(config, configuration);
    openssl(
      ...["req", "-x509", "-config", config, "-newkey", "rsa:2048", "-nodes", "-sha256"],
      ...["-days", "30", "-keyout", key, "-out", cert],
    );
    return { key: readFileSync(key, "utf8"), cert: readFileSync(cert, "utf8") };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function openssl(...args: string[]): void {
  const { error, status, stderr } = spawnSync("openssl", args, { encoding: "utf8" });
  if (error && "code" in error && error.code === "ENOENT") {
    throw new Error(
      "openssl is not installed, and it is needed to create a certificate: install it, or provide a key and a certificate",
    );
  }
  if (error) throw error;
  if (status !== 0) throw new Error(`openssl could not create a certificate: ${stderr.trim()}`);
}

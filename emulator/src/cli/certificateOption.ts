import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { selfSigned } from "../http/certificate";
import { InvalidInput } from "../invalidInput";
import { fileText, flag, text } from "./commandLine";

/** The options --tls, --tls-key and --tls-cert of a server. */
export const certificateOptions = { tls: flag, "tls-key": text, "tls-cert": text };

interface CertificateFlags {
  tls: boolean;
  "tls-key"?: string | undefined;
  "tls-cert"?: string | undefined;
}

export interface ServerCertificate {
  key: string;
  cert: string;
}

/** Undefined: the server uses http. */
export function certificateOf(flags: CertificateFlags): ServerCertificate | undefined {
  const { tls, "tls-key": key, "tls-cert": cert } = flags;
  if (key !== undefined && cert !== undefined) {
    return { key: fileText("tls-key", key), cert: fileText("tls-cert", cert) };
  }
  if (key !== undefined || cert !== undefined) {
    throw new InvalidInput("--tls-key and --tls-cert must be given together");
  }
  return tls ? selfSigned() : undefined;
}

/**
 * Writes a certificate that --tls has created to a temporary file, for the programs that must trust
 * it. They trust the user's own certificate already: undefined.
 */
export function createdCertificateFile(
  flags: CertificateFlags,
  certificate: ServerCertificate | undefined,
): { path: string; remove(): void } | undefined {
  if (certificate === undefined || flags["tls-cert"] !== undefined) return undefined;
  const folder = mkdtempSync(join(tmpdir(), "auth0-tenant-emulator-"));
  const path = join(folder, "cert.pem");
  writeFileSync(path, certificate.cert);
  return { path, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

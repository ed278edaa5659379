import { execFileSync } from "node:child_process";

const names = "subjectAltName=DNS:localhost,IP:127.0.0.1";

/** A new key and its certificate in PEM, for localhost and 127.0.0.1. Clients don't trust it by default. */
export function selfSigned(): { key: string; cert: string } {
  const request = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "30"];
  const options = [...request, "-subj", "/CN=localhost", "-addext", names, "-keyout", "-"];
  const pem = execFileSync("openssl", options, { encoding: "utf8", stdio: "pipe" });
  const [key = "", cert = ""] = pem.split(/(?=-----BEGIN CERTIFICATE-----)/);
  return { key, cert };
}

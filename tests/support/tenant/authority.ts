import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../project";

const configuration = `
[req]
distinguished_name = name
prompt = no
[name]
CN = an authority of the tests
[root]
basicConstraints = critical, CA:TRUE
keyUsage = critical, keyCertSign
`;

export interface Authority {
  /** The path of its certificate. */
  file: string;
  /** A key and a certificate for one host, in PEM. */
  issue(host: string): { key: string; cert: string };
}

/** A private certificate authority, like a company's. Call `removeTemporaryFolders` afterwards. */
export function authority(): Authority {
  const folder = temporaryFolder();
  const file = join(folder, "root.pem");
  const openssl = (...args: string[]) => {
    const { error, status, stderr } = spawnSync("openssl", args, { cwd: folder, encoding: "utf8" });
    if (error || status !== 0) throw error ?? new Error(`openssl ${args[0]}: ${stderr}`);
  };
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  write("own.cnf", configuration);
  const newKey = ["-newkey", "rsa:2048", "-nodes", "-config", "own.cnf"];
  openssl("req", "-x509", "-extensions", "root", ...newKey, "-keyout", "root.key", "-out", file);
  return {
    file,
    issue(host) {
      write("host.cnf", `subjectAltName = DNS:${host}\n`);
      const subject = ["-subj", `/CN=${host}`, "-keyout", "key", "-out", "request"];
      openssl("req", "-new", ...newKey, ...subject);
      const signer = ["-CA", file, "-CAkey", "root.key", "-CAcreateserial", "-days", "3650"];
      const files = ["-extfile", "host.cnf", "-in", "request", "-out", "cert"];
      openssl("x509", "-req", ...signer, ...files);
      return {
        key: readFileSync(join(folder, "key"), "utf8"),
        cert: readFileSync(join(folder, "cert"), "utf8"),
      };
    },
  };
}

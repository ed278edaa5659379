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
[ca]
default_ca = own
[own]
database = index.txt
new_certs_dir = .
rand_serial = yes
unique_subject = no
default_md = sha256
policy = any
[any]
commonName = supplied
`;

export interface Authority {
  /** The path of its certificate. */
  file: string;
  /** A key and a certificate for one host, in PEM. */
  issue(host: string, days?: { from: string; to: string }): { key: string; cert: string };
}

const valid = { from: "20200101000000Z", to: "20491231000000Z" };
export const expired = { from: "20200101000000Z", to: "20200102000000Z" };

/** A private certificate authority, as companies have; call `removeTemporaryFolders` afterwards. */
export function authority(): Authority {
  const folder = temporaryFolder();
  const file = join(folder, "root.pem");
  const openssl = (...args: string[]) => {
    const { error, status, stderr } = spawnSync("openssl", args, { cwd: folder, encoding: "utf8" });
    if (error || status !== 0) throw error ?? new Error(`openssl ${args[0]}: ${stderr}`);
  };
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  write("own.cnf", configuration);
  write("index.txt", "");
  const newKey = ["-newkey", "rsa:2048", "-nodes", "-config", "own.cnf"];
  openssl("req", "-x509", "-extensions", "root", ...newKey, "-keyout", "root.key", "-out", file);
  return {
    file,
    issue(host, { from, to } = valid) {
      write("host.cnf", `subjectAltName = DNS:${host}\n`);
      openssl(
        "req",
        "-new",
        ...newKey,
        "-subj",
        `/CN=${host}`,
        "-keyout",
        "key",
        "-out",
        "request",
      );
      const dates = ["-startdate", from, "-enddate", to];
      const signer = ["-config", "own.cnf", "-cert", file, "-keyfile", "root.key"];
      const files = ["-extfile", "host.cnf", "-in", "request", "-out", "cert", "-notext"];
      openssl("ca", "-batch", ...signer, ...dates, ...files);
      return {
        key: readFileSync(join(folder, "key"), "utf8"),
        cert: readFileSync(join(folder, "cert"), "utf8"),
      };
    },
  };
}

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Certificate, newCertificate } from "../../../tools/certificate";
import { temporaryFolder } from "../project";

export interface Authority {
  /** The path of its certificate. */
  file: string;
  /** A key and a certificate for one host. */
  issue(host: string): Certificate;
}

/** A private certificate authority, like a company's. Call `removeTemporaryFolders` afterwards. */
export function authority(): Authority {
  const file = join(temporaryFolder(), "root.pem");
  const ca = newCertificate("an authority of the tests", {
    extensions: [
      { name: "basicConstraints", cA: true, critical: true },
      { name: "keyUsage", keyCertSign: true, critical: true },
    ],
  });
  writeFileSync(file, ca.cert);
  const issue = (host: string) =>
    newCertificate(host, {
      ca,
      extensions: [{ name: "subjectAltName", altNames: [{ type: 2, value: host }] }],
    });
  return { file, issue };
}

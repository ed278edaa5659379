import { execFileSync } from "node:child_process";
import type { generate } from "selfsigned";

type Options = NonNullable<Parameters<typeof generate>[1]>;

/** A key and its certificate, in PEM. */
export interface Certificate {
  key: string;
  cert: string;
}

/** The package works asynchronously, but the tables of tests need certificates right away. */
const script = `
  require("selfsigned").generate(...JSON.parse(process.argv[1])).then(({ private: key, cert }) =>
    console.log(JSON.stringify({ key, cert })))`;

export function newCertificate(name: string, options: Options): Certificate {
  const subject = [{ name: "commonName", value: name }];
  const given = JSON.stringify([subject, { keyType: "ec", algorithm: "sha256", ...options }]);
  const settings = { cwd: __dirname, encoding: "utf8" } as const;
  return JSON.parse(execFileSync(process.execPath, ["-e", script, given], settings));
}

/** A certificate for localhost and 127.0.0.1. Clients don't trust it by default. */
export const selfSigned = (): Certificate =>
  newCertificate("localhost", {
    extensions: [
      { name: "basicConstraints", cA: true },
      {
        name: "subjectAltName",
        altNames: [
          { type: 2, value: "localhost" },
          { type: 7, ip: "127.0.0.1" },
        ],
      },
    ],
  });

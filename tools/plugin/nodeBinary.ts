import { createHash } from "node:crypto";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { extract } from "tar";
import { mustRun } from "../process";

/** The version of Node in the single executables, the newest with long-term support. */
export const nodeVersion = "24.21.0";

/** The SHA-512 of the npm packages with Node for Linux, by Node's name of the processor. */
const integrity = {
  x64: "3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==",
  arm64: "FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==",
};

export type Processor = keyof typeof integrity;

export interface NodeBinary {
  file: string;
  license: string;
}

export async function downloadNode(processor: Processor, parent: string): Promise<NodeBinary> {
  const name = `node-linux-${processor}`;
  const folder = join(parent, name);
  mkdirSync(folder);
  const args = ["pack", `${name}@${nodeVersion}`, "--prefer-offline", "--pack-destination", folder];
  await mustRun("npm", args, { cwd: folder });
  const tarball = join(folder, `${name}-${nodeVersion}.tgz`);
  const hash = createHash("sha512").update(readFileSync(tarball)).digest("base64");
  if (hash !== integrity[processor]) {
    throw new Error(
      `The SHA-512 of ${name}@${nodeVersion} is ${hash}, but must be ${integrity[processor]}.`,
    );
  }
  const file = join(folder, "bin", "node");
  await extract({ file: tarball, cwd: folder, strip: 1 }, ["package/bin/node", "package/LICENSE"]);
  return { file, license: readFileSync(join(folder, "LICENSE"), "utf8") };
}

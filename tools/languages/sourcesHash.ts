import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/** Of the Go sources below a folder: executables that were built from other sources have another name. */
export function sourcesHash(folder: string): string {
  const hash = createHash("sha256");
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.go$|\bgo\.(mod|sum)$/.test(name))
    .sort();
  for (const name of names) {
    // A checkout on Windows may have other separators and line ends.
    const text = readFileSync(path.join(folder, name), "utf8").replaceAll("\r\n", "\n");
    hash.update(`${name.replaceAll(path.sep, "/")}\n${text}\n`);
  }
  return hash.digest("hex").slice(0, 12);
}

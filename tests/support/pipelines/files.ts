import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { filesIn } from "../project";

/** Writes a file, and the folders above it. */
export function writeFileIn(folder: string, file: string, text: string, mode = 0o644): void {
  const path = join(folder, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text, { mode });
}

/** The texts of a file, or of all files below a folder by their paths. Empty if it is missing. */
export function textsAt(path: string): Record<string, string> {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found) return {};
  const [folder, names] = found.isFile()
    ? [dirname(path), [basename(path)]]
    : [path, filesIn(path)];
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(folder, name), "utf8")]));
}

import { randomUUID } from "node:crypto";
import { renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** A file to write, by its name in the folder. */
export interface OutputFile {
  name: string;
  text: string;
  /** Whether it may hold a secret; then only its owner can read it. */
  secret?: boolean;
}

/**
 * New files in place of the old ones, whose modes and links might let others read them. It waits for
 * nothing, so that no signal ends the process between two of them.
 */
export function replaceFiles(folder: string, files: OutputFile[]): void {
  const written: { temporary: string; file: string }[] = [];
  try {
    for (const { name, text, secret = false } of files) {
      const file = join(folder, name);
      const temporary = `${file}.${randomUUID()}`;
      written.push({ temporary, file });
      writeFileSync(temporary, text, { mode: secret ? 0o600 : 0o666, flag: "wx" });
    }
    for (const { temporary, file } of written) renameSync(temporary, file);
  } finally {
    for (const { temporary } of written) rmSync(temporary, { force: true });
  }
}

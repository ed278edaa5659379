import { randomUUID } from "node:crypto";
import { readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { prepareFile } from "../shared/files";

/** A file to write, by its name in the folder. */
export interface OutputFile {
  name: string;
  text: string;
  /** Whether it may hold a secret; then only its owner can read it. */
  secret?: boolean;
}

/**
 * Writes files into a folder, which it creates. A file that has another content is overwritten with
 * `force` only; if there is one, nothing is written.
 */
export async function writeFolder(
  folder: string,
  files: OutputFile[],
  force: boolean,
): Promise<void> {
  const changed: string[] = [];
  for (const { name, text } of files) {
    const file = join(folder, name);
    const existing = await readFile(file, "utf8").catch(asUndefinedIfMissing);
    if (existing !== undefined && existing !== text) changed.push(file);
  }
  if (changed.length > 0 && !force) {
    throw new Error(
      `${changed.join(", ")} would be overwritten: name another folder with --out, or pass --force`,
    );
  }
  for (const file of files) await replaceFile(join(folder, file.name), file);
}

/** A new file in place of the old one, whose mode and links might let others read it. */
async function replaceFile(path: string, { text, secret = false }: OutputFile): Promise<void> {
  await prepareFile(path);
  const temporary = `${path}.${randomUUID()}`;
  try {
    await writeFile(temporary, text, { mode: secret ? 0o600 : 0o666, flag: "wx" });
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

function asUndefinedIfMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code === "ENOENT" || error.code === "ENOTDIR") return undefined;
  throw error;
}

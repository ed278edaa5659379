import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { prepareFile } from "../shared/files";
import { type OutputFile, replaceFiles } from "../shared/replaceFiles";

/**
 * Writes files into a folder, which it creates. A file that has another content is overwritten with
 * `force` only. It writes all files or none.
 */
export async function writeFolder(
  folder: string,
  files: OutputFile[],
  force: boolean,
): Promise<void> {
  const changed: string[] = [];
  for (const { name, text } of files) {
    const file = join(folder, name);
    const existing = await contentOf(file).catch((error: Error) => {
      throw new Error(cannotWrite(file, error));
    });
    if (existing !== undefined && existing !== text) changed.push(file);
  }
  if (changed.length > 0 && !force) {
    throw new Error(
      `${changed.join(", ")} would be overwritten: name another folder with --out, or pass --force`,
    );
  }
  try {
    replaceFiles(folder, files);
  } catch (error) {
    throw new Error(cannotWrite(folder, error as Error));
  }
}

/** What a file contains, after a check that it can be written; undefined if there is none. */
async function contentOf(file: string): Promise<string | undefined> {
  await prepareFile(file);
  return readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
}

const cannotWrite = (path: string, { message }: Error) =>
  `${path} cannot be written: ${message}; name another folder with --out`;

import { lstat, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { prepareFile } from "../../shared/files";
import { replaceFiles } from "../../shared/replaceFiles";

/** A file with its path in the repository, which has slashes on every system. */
export interface RepositoryFile {
  path: string;
  text: string;
}

/** What a file contains, with the line ends of Unix; undefined if there is none. */
export async function readRepositoryFile(root: string, path: string): Promise<string | undefined> {
  await assertNoLink(root, path);
  try {
    return (await readFile(join(root, path), "utf8")).replaceAll("\r\n", "\n");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw new Error(`${path} cannot be read: ${(error as Error).message}`);
  }
}

/** Writes all files or none. */
export async function writeRepositoryFiles(root: string, files: RepositoryFile[]): Promise<void> {
  for (const { path } of files) {
    await assertNoLink(root, path);
    try {
      await prepareFile(join(root, path));
    } catch (error) {
      throw new Error(
        `${path} cannot be written: ${(error as Error).message}; no file was written`,
      );
    }
  }
  replaceFiles(
    root,
    files.map(({ path, text }) => ({ name: path, text })),
  );
}

export async function deleteRepositoryFile(root: string, path: string): Promise<void> {
  await assertNoLink(root, path);
  await rm(join(root, path));
}

/** Throws at a symbolic link, which could lead out of the repository. */
async function assertNoLink(root: string, path: string): Promise<void> {
  let partial = "";
  for (const part of path.split("/")) {
    partial = partial === "" ? part : `${partial}/${part}`;
    const found = await lstat(join(root, partial)).catch(() => undefined);
    if (found?.isSymbolicLink()) {
      throw new Error(
        `${partial} is a symbolic link, and pipelines are written into the repository only: replace the link, then run this command again`,
      );
    }
  }
}

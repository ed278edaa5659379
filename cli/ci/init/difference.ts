import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { withTemporaryFolder } from "../../shared/files";
import { logLine } from "../../shared/logLine";
import { git } from "./git";

/** A file that would be overwritten, or deleted if it has no new text. */
export interface ChangedFile {
  path: string;
  existing: string;
  text: string | undefined;
}

/** The unified difference of files, for a terminal; undefined without git. */
export const difference = (files: ChangedFile[]): Promise<string | undefined> =>
  withTemporaryFolder(async (folder) => {
    for (const { path, existing, text } of files) {
      await write(join(folder, "existing", path), existing);
      await mkdir(join(folder, "new"), { recursive: true });
      if (text !== undefined) await write(join(folder, "new", path), text);
    }
    // --text: git hides what a NUL, or an attribute that a user has configured, makes binary.
    const options = ["--no-index", "--no-color", "--no-ext-diff", "--no-textconv", "--text"];
    const ended = await git(folder, "diff", ...options, "existing", "new");
    if (ended === undefined) return undefined;
    if (ended.code > 1) throw new Error(`git diff failed: ${ended.stderr.trim()}`);
    return ended.stdout.split("\n").map(logLine).join("\n");
  });

async function write(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}

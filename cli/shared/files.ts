import { access, constants, mkdir, mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Json } from "../../provider/shared/json";

/** Creates the folder of a file that will be written; throws where it could not be written. */
export async function prepareFile(file: string): Promise<void> {
  if (file === "") throw new Error("the name is empty");
  const existing = await stat(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
    return undefined;
  });
  if (existing?.isDirectory()) throw new Error("it is a folder; name a file in it");
  // Not opened to find out: a pipe would wait for its reader.
  if (existing) return access(file, constants.W_OK);
  const folder = dirname(file);
  await mkdir(folder, { recursive: true });
  await access(folder, constants.W_OK | constants.X_OK);
}

/** A text as JSON. The message of a parser would quote the text, which may have secrets. */
export function parseJson(text: string, message: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(message);
  }
}

export async function namingOption(
  option: string,
  file: string,
  work: Promise<void>,
): Promise<void> {
  await work.catch((error: Error) => {
    throw new Error(`--${option} "${file}" cannot be written: ${error.message}`);
  });
}

/** Resolves when the text is written, or cannot be: errors go to the stream's listener. */
export const writeToStream = (stream: NodeJS.WriteStream, text: string): Promise<void> =>
  new Promise((resolve) => stream.write(text, () => resolve()));

/** Does the work with an empty folder that only the user can read, and removes the folder. */
export async function withTemporaryFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "auth0-native-"));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

import { access, constants, mkdir, mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Json } from "../../provider/shared/json";

/** Creates the folder of a file that will be written. Throws if the file couldn't be written. */
export async function prepareFile(file: string): Promise<void> {
  if (file === "") throw new Error("the name is empty");
  const existing = await stat(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
    return undefined;
  });
  if (existing?.isDirectory()) throw new Error("it's a folder. Pass a file in it");
  // Opening it would wait for a reader if it's a pipe.
  if (existing) return access(file, constants.W_OK);
  const folder = dirname(file);
  await mkdir(folder, { recursive: true });
  await access(folder, constants.W_OK | constants.X_OK);
}

/** Parses JSON. A parser's own message would quote the text, which may have secrets. */
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
    throw new Error(`--${option} "${file}" can't be written: ${error.message}`);
  });
}

/** Resolves once the text is written or has failed. Errors go to the stream's listener. */
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

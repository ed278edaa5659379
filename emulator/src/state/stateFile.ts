import { existsSync, lstatSync, readFileSync, readlinkSync, realpathSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { InvalidInput } from "../invalidInput";
import { emptyStore, type Store } from "../model/store";
import { lock } from "./lock";
import { replaceFile } from "./replaceFile";
import { saverOf } from "./saver";
import { parseState, stateText } from "./stateFormat";

/** A store that is kept in a file. */
export interface StateFile {
  store: Store;
  /** To be called after every change of the store. It is saved soon. */
  changed(): void;
  /** Saves the store, and lets another tenant use the file. Rejects if it could not be saved. */
  close(): Promise<void>;
  /** Lets another tenant use the file, which stays as it is. */
  abandon(): void;
}

/**
 * Opens the file for this tenant alone; if there is none, the store is empty. Throws if another tenant
 * uses it, or if it is not a complete state of this version.
 */
export function openStateFile(file: string): StateFile {
  const path = pathBehindLinks(file);
  if (!existsSync(dirname(path))) {
    throw new InvalidInput(`the folder of the state file ${path} does not exist`);
  }
  const unlock = lock(path);
  try {
    return stateFileOf(path, readStore(path), unlock);
  } catch (error) {
    unlock();
    throw error;
  }
}

/** The file behind a symbolic link is replaced, not the link. It need not exist yet. */
function pathBehindLinks(file: string): string {
  // Throws for links in a circle.
  if (statSync(file, { throwIfNoEntry: false })) return realpathSync(file);
  if (!lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink()) return resolve(file);
  return pathBehindLinks(resolve(realpathSync(dirname(file)), readlinkSync(file)));
}

function readStore(path: string): Store {
  if (!existsSync(path)) return emptyStore();
  if (!statSync(path).isFile()) throw new InvalidInput(`the state file ${path} is not a file`);
  const result = parseState(readFileSync(path, "utf8"));
  if ("store" in result) return result.store;
  throw new InvalidInput(
    `the state file ${path} ${result.error}. It stays as it is: choose another file, or delete it to start with an empty tenant`,
  );
}

function stateFileOf(path: string, store: Store, unlock: () => void): StateFile {
  let savedText: string | undefined;
  let closing: Promise<void> | undefined;

  async function save(): Promise<void> {
    const text = stateText(store);
    if (text === savedText) return;
    try {
      await replaceFile(path, text);
    } catch (error) {
      throw new Error(`the tenant's state could not be saved: ${(error as Error).message}`);
    }
    savedText = text;
  }

  const saver = saverOf(save, (error) => process.emitWarning(error.message));

  return {
    store,
    changed: saver.changed,
    close() {
      // Only once: another tenant may use the file from then on.
      closing ??= saver.close().finally(unlock);
      return closing;
    },
    abandon: unlock,
  };
}

import { createHash } from "node:crypto";
import {
  accessSync,
  constants,
  lstatSync,
  mkdirSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";

/** The engine passes its address to a provider process; with `-v` and the like, flags stand before it. */
export const engineAddressIn = (argv: string[]): string | undefined =>
  argv.slice(2).find((argument) => /^[^-].*:\d+$/.test(argument));

/**
 * The resources that the program of a run declares, by tenant, as far as a deletion has to know them. The
 * engine starts a process for each Provider, and for each of the two adapters, and all that these processes
 * share is the engine's address. So each process writes an empty file for what it checks, and removes it when
 * it ends. The file's name has the address, because several engines may run on a host, and the process, which
 * may be killed.
 */
export class RunDeclarations {
  private readonly own = new Set<string>();
  private readonly files = new Set<string>();
  private clearsAtExit = false;

  constructor(
    private engineAddress?: string,
    private readonly temporary = tmpdir(),
  ) {}

  connect(engineAddress: string): void {
    this.engineAddress = engineAddress;
  }

  add(tenant: string, name: string): void {
    const key = this.keyOf(tenant, name);
    if (this.own.has(key)) return;
    this.own.add(key);
    try {
      if (this.engineAddress !== undefined) this.write(key);
    } catch {
      // `has` fails in the other processes, too. Most runs delete nothing that needs it.
    }
  }

  /**
   * Throws if a file can't be read. Then nothing is cleared: a deletion that fails can be repeated, but
   * nobody approved that what the program declares is cleared.
   */
  has(tenant: string, name: string): boolean {
    const key = this.keyOf(tenant, name);
    if (this.own.has(key)) return true;
    if (this.engineAddress === undefined) return false;
    try {
      const processes = readdirSync(openFolder(this.temporary)).filter((file) =>
        file.startsWith(`${key}.`),
      );
      return processes.some((file) => isRunning(file));
    } catch (error) {
      const reason = (error as Error).message;
      throw new Error(
        `Couldn't determine whether the program still declares a ${name}: ${reason}. Nothing was sent.\n` +
          "Set TMPDIR to a folder that you can write to, and run the command again.",
      );
    }
  }

  /** Forgets an earlier run. */
  clear(): void {
    this.own.clear();
    for (const file of this.files) rmSync(file, { force: true });
    this.files.clear();
  }

  private write(key: string): void {
    const folder = openFolder(this.temporary);
    for (const file of readdirSync(folder)) {
      if (!isRunning(file)) rmSync(join(folder, file), { force: true });
    }
    const file = join(folder, `${key}.${process.pid}`);
    writeFileSync(file, "", { mode: 0o600 });
    this.files.add(file);
    if (!this.clearsAtExit) process.once("exit", () => this.clear());
    this.clearsAtExit = true;
  }

  private keyOf(tenant: string, name: string): string {
    return digest(this.engineAddress ?? "", tenant, name);
  }
}

/** The user's own folder on this host: containers may share a folder, but not the numbers of processes. */
function openFolder(temporary: string): string {
  const user = process.getuid?.();
  const folder = join(temporary, `pulumi-auth0-native-${digest(hostname(), String(user))}`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  // Anybody can create a folder or a link of this name before.
  const found = lstatSync(folder);
  const isOwn = user === undefined || (found.uid === user && (found.mode & 0o077) === 0);
  if (!found.isDirectory() || !isOwn) {
    throw new Error(`${folder} isn't a folder that only this user can open`);
  }
  accessSync(folder, constants.W_OK | constants.X_OK);
  return folder;
}

/** Whether the process runs that wrote a file. */
function isRunning(file: string): boolean {
  try {
    // The signal 0 only checks.
    return process.kill(Number(file.split(".")[1]), 0);
  } catch {
    return false;
  }
}

const digest = (...texts: string[]): string =>
  createHash("sha256").update(JSON.stringify(texts)).digest("hex").slice(0, 32);

import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";

/**
 * Locks a file for this process, with its process id in `FILE.lock`. Returns the function that unlocks
 * it. Throws if another process has the lock; the lock of a process that has ended is taken over.
 */
export function lock(path: string): () => void {
  const lockPath = `${path}.lock`;
  const own = contentFor(process.pid);
  if (!create(lockPath, own)) {
    const content = readIfExists(lockPath);
    if (content !== undefined) removeStale(lockPath, content);
    if (!create(lockPath, own)) throw inUse(lockPath);
  }
  return () => {
    if (readIfExists(lockPath) === own) rmSync(lockPath);
  };
}

/**
 * The process id, and on Linux when the process started: after a restart of the machine or of a
 * container, another process may have the id.
 */
const contentFor = (pid: number) => `${pid} ${startOf(pid) ?? ""}\n`;

/** In ticks since the start of the system: the 22nd field of proc_pid_stat(5). */
function startOf(pid: number): string | undefined {
  const stat = readIfExists(`/proc/${pid}/stat`);
  // The second field is the name in parentheses, which may have spaces.
  return stat?.slice(stat.lastIndexOf(")") + 2).split(" ")[19];
}

function removeStale(lockPath: string, content: string): void {
  const pid = Number.parseInt(content, 10);
  const isHeld = Number.isNaN(pid) || (isRunning(pid) && content === contentFor(pid));
  if (isHeld) throw inUse(lockPath, pid);
  const aside = `${lockPath}.${process.pid}`;
  // Without the file, another tenant is taking over the stale lock: the first to create it has it.
  if (!renameIfExists(lockPath, aside)) return;
  if (readFileSync(aside, "utf8") !== content) {
    // Another tenant has taken over the stale lock in between: this one is not stale.
    renameSync(aside, lockPath);
    throw inUse(lockPath);
  }
  rmSync(aside);
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

function create(path: string, content: string): boolean {
  try {
    writeFileSync(path, content, { flag: "wx", mode: 0o600 });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

function readIfExists(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

function renameIfExists(path: string, newPath: string): boolean {
  try {
    renameSync(path, newPath);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return false;
    throw error;
  }
}

function inUse(lockPath: string, pid = Number.NaN): Error {
  const owner = Number.isNaN(pid) ? "another tenant" : `process ${pid}`;
  const file = lockPath.replace(/\.lock$/, "");
  return new Error(
    `the state file ${file} is in use by ${owner}: stop it, or choose another file (if no tenant runs, delete ${lockPath})`,
  );
}

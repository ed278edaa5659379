import { fstatSync } from "node:fs";

let watching = false;

/**
 * Ends this process as soon as the engine has ended, even if requests are under way or waiting to be
 * retried: no one would store their results. An engine that is killed, or whose output is closed, ends
 * without ending its providers.
 *
 * The engine holds the other end of a provider's standard input (pulumi/pulumi,
 * pkg/resource/plugin/plugin.go) and never writes to it. A standard input that is not a pipe says
 * nothing about the engine: a terminal, /dev/null, a socket of a test.
 */
export function exitWithEngine(): void {
  if (watching || !isPipe(0)) return;
  watching = true;
  const { stdin } = process;
  stdin.once("end", () => process.exit(1));
  stdin.once("error", () => process.exit(1));
  stdin.resume();
  // The open pipe must not keep a process alive that has nothing else to do.
  (stdin as Partial<typeof stdin>).unref?.();
}

/**
 * Ends this process at the signal by which the engine ends dynamic providers, as without a handler. But Node
 * saves its compile cache (NODE_COMPILE_CACHE) only if a process exits by itself.
 */
export function exitAtInterrupt(): void {
  if (process.listenerCount("SIGINT") === 0) process.once("SIGINT", () => process.exit(130));
}

function isPipe(descriptor: number): boolean {
  try {
    return fstatSync(descriptor).isFIFO();
  } catch {
    // Closed.
    return false;
  }
}

import { createInterface } from "node:readline";

/** Asks a question that the user answers with yes or no. */
export type Confirm = (question: string) => Promise<boolean>;

/** Asks on the terminal; undefined if there is none, so that nobody can answer. */
export const confirmOnTerminal = (signal: AbortSignal): Confirm | undefined =>
  process.stdin.isTTY && process.stdout.isTTY ? (question) => ask(question, signal) : undefined;

async function ask(question: string, signal: AbortSignal): Promise<boolean> {
  process.stdout.write(`${question} (y/N) `);
  // Without `output`, readline leaves Ctrl-C to the terminal, which sends a signal as in all commands.
  for await (const line of createInterface({ input: process.stdin, signal })) {
    return /^\s*y(es)?\s*$/i.test(line);
  }
  return false;
}

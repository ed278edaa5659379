import { setTimeout } from "node:timers/promises";

/** Waits until the condition holds. Only Jest's limit for a test ends the wait before. */
export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await setTimeout(10);
}

import { setTimeout } from "node:timers/promises";

/** Waits until the condition holds, or until Jest's time limit for the test. */
export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await setTimeout(10);
}

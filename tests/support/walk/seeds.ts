import { randomInt } from "node:crypto";
import type { Step } from "./walk";

/** One walk: replayed by its seed, as far as it went. */
export interface Route {
  seed: number;
  steps: number;
}

/** The same in every run of CI. */
const fixed = 20_261_120;

/**
 * The walks of one run, `stride` steps each: half of them from the fixed seed and half from a fresh
 * one, or all from the seed that WALK_SEED names. Each has a seed of its own, counted up.
 */
export function routes(total: number, stride: number): Route[] {
  const { WALK_SEED: seed, WALK_STEPS: steps } = process.env;
  const count = Number(steps || total);
  if (seed) return splitIntoWalks(Number(seed), count, stride);
  const half = Math.ceil(count / 2);
  return [
    ...splitIntoWalks(fixed, half, stride),
    ...splitIntoWalks(randomInt(2 ** 30), half, stride),
  ];
}

function splitIntoWalks(seed: number, count: number, stride: number): Route[] {
  return Array.from({ length: Math.ceil(count / stride) }, (_, index) => ({
    seed: seed + index,
    steps: Math.min(stride, count - index * stride),
  }));
}

/** Each walk's tenant: pages of two objects or more, and timestamps that differ from `Date`. */
export const tenantOptions = ({ seed }: Route) => ({
  ...(seed % 2 === 0 && { pageLimit: 2 }),
  clockSkewMs: [0, 0, 3000, -3000, 10_000, -10_000][seed % 6] ?? 0,
});

/** How many steps of the history a failure shows. */
const shown = 6;

/** What went wrong, how to see it again, and what had happened. */
export function astray({ seed }: Route, history: string[], error: unknown): Error {
  const steps = history.length;
  const what = error instanceof Error ? error.message : String(error);
  return new Error(
    [
      `${what}\n`,
      `Replay: make walk seed=${seed} steps=${steps}\n`,
      `The last of ${steps} steps:`,
      ...history.slice(-shown),
    ].join("\n"),
  );
}

export function describeStep({ edits, revert, ...step }: Step, index: number): string {
  const changes = edits.map(({ slot, remove, keys, twin }) =>
    remove ? `-${slot}` : `~${slot} (${twin ?? keys})`,
  );
  return `${index}. ${revert ? "revert" : changes.join(", ")} ${JSON.stringify(step)}`;
}

/** Walks all of them at once, for their waits; says what they did, and fails with the first failure. */
export async function together(
  all: Route[],
  walk: (route: Route) => Promise<Record<string, number>>,
): Promise<Record<string, number>> {
  const ends = await Promise.allSettled(all.map(walk));
  const total: Record<string, number> = {};
  for (const end of ends) {
    if (end.status === "rejected") throw end.reason;
    for (const [what, count] of Object.entries(end.value)) total[what] = (total[what] ?? 0) + count;
  }
  process.stdout.write(`${all.length} walks, ${JSON.stringify(total)}\n`);
  return total;
}

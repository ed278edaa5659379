import { randomInt } from "node:crypto";
import type { Step } from "./walk";

/** A walk, which its seed and its number of steps replay. */
export interface Route {
  seed: number;
  steps: number;
}

/** Every run of CI uses this seed. */
const fixed = 20_261_120;

/**
 * Returns the walks of one run, with `stride` steps each. Half of them start from the fixed seed and
 * half from a random one, or all from WALK_SEED. Each walk's seed is one higher than the last.
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

/** Gives some tenants pages of two objects, and timestamps that differ from the `Date` header. */
export const tenantOptions = ({ seed }: Route) => ({
  ...(seed % 2 === 0 && { pageLimit: 2 }),
  clockSkewMs: [0, 0, 3000, -3000, 10_000, -10_000][seed % 6] ?? 0,
});

/** How many steps of the history a failure shows. */
const shown = 6;

/** The error has the cause, the command that replays the walk, and its last steps. */
export function walkError({ seed }: Route, history: string[], error: unknown): Error {
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
  const changes = edits.map(({ slot, remove, keys, copyOf }) =>
    remove ? `-${slot}` : `~${slot} (${copyOf ?? keys})`,
  );
  return `${index}. ${revert ? "revert" : changes.join(", ")} ${JSON.stringify(step)}`;
}

/** Runs the walks concurrently, prints what they did, and throws the first failure. */
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

import type { Row, Sample } from "./sample";

const start = performance.now();

export function printProgress(text: string): void {
  const seconds = Math.round((performance.now() - start) / 1000);
  const clock = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  console.log(`[${clock.padStart(5)}] ${text}`);
}

export function printSamples(
  { subject, count, latencyMs }: Pick<Row, "subject" | "count" | "latencyMs">,
  samples: Record<string, Sample>,
): void {
  const times = Object.entries(samples).map(
    ([command, { ms, refusals }]) =>
      `${command} ${(ms / 1000).toFixed(2)} s${refusals > 0 ? ` (${refusals} refusals)` : ""}`,
  );
  printProgress(`${subject}, ${count} objects, ${latencyMs} ms: ${times.join(", ")}`);
}

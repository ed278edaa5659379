import { join } from "node:path";

/** A request takes some milliseconds of real time, which must stay short beside the provider's limits. */
const factor = 50;

/** A time that passes faster, for processes with this environment and for a tenant with this clock. */
export function fastTime(environment: Record<string, string> = {}) {
  const start = Date.now();
  const { NODE_OPTIONS = "" } = environment;
  const preload = join(__dirname, "passFast.cjs").replaceAll("\\", "/");
  return {
    now: () => start + (Date.now() - start) * factor,
    environment: {
      ...environment,
      NODE_OPTIONS: `${NODE_OPTIONS} --require "${preload}"`,
      FAST_TIME_FACTOR: `${factor}`,
      FAST_TIME_START: `${start}`,
    },
  };
}

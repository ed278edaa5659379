import { sharedByCopies } from "./copies";

interface Claim {
  /** The provider that selects the tenant; undefined for the default one. */
  provider: unknown;
  name: string;
}

/** By object, and by run of a program: one process of the Automation API can run several. */
const claimsByRun = sharedByCopies("claims", new WeakMap<object, Map<string, Claim[]>>());

/**
 * Records that a resource manages an object, whose text no other object of a tenant has. Returns the name
 * of the resource that already manages it in this run, if there is one.
 */
export function claim(run: object, object: string, claimed: Claim): string | undefined {
  const claims = claimsByRun.get(run) ?? new Map<string, Claim[]>();
  claimsByRun.set(run, claims);
  const others = claims.get(object) ?? [];
  claims.set(object, [...others, claimed]);
  return others.find(({ provider }) => provider === claimed.provider)?.name;
}

/** A resource with a fixed id, as a program constructed it. */
interface Singleton {
  type: string;
  /** The provider that selects the tenant; undefined for the default one. */
  provider: unknown;
  name: string;
}

/** By run of a program: one process of the Automation API can run several, one after another. */
let singletonsByRun = new WeakMap<object, Singleton[]>();

/**
 * Records a resource of which a tenant has only one. Returns the name of the resource that already
 * manages the same object in this run, if there is one.
 */
export function claimSingleton(run: object, singleton: Singleton): string | undefined {
  const claimed = singletonsByRun.get(run) ?? [];
  singletonsByRun.set(run, [...claimed, singleton]);
  const first = claimed.find(
    ({ type, provider }) => type === singleton.type && provider === singleton.provider,
  );
  return first?.name;
}

/** For tests. */
export function resetSingletons(): void {
  singletonsByRun = new WeakMap();
}

/** A value that all copies of this package in one process share. A library can bring its own copy. */
export function sharedByCopies<T extends object>(name: string, initial: T): T {
  const shared = globalThis as unknown as Record<symbol, T | undefined>;
  const key = Symbol.for(`pulumi-auth0-native:${name}`);
  shared[key] ??= initial;
  return shared[key];
}

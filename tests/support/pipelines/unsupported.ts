/** For everything in a pipeline's file that the runners do not know. */
export class Unsupported extends Error {
  constructor(what: unknown) {
    super(`unsupported by this runner: ${typeof what === "string" ? what : JSON.stringify(what)}`);
  }
}

/** Throws if an object of a pipeline's file has other keys than these. */
export function requireSupported(keys: string, thing: object): void {
  const unsupported = Object.keys(thing).filter((key) => !keys.split(" ").includes(key));
  if (unsupported.length > 0) throw new Unsupported(unsupported.join());
}

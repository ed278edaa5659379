export interface Urn {
  stack: string;
  /** The types of the resource's parents, from the outermost one, and then its own. */
  types: string[];
  /** The name of the resource in the program. */
  name: string;
}

/** `urn:pulumi:<stack>::<project>::<parent>$<type>::<name>`; only the name may contain `::`. */
export function parseUrn(urn: string): Urn {
  const [stack = "", , types = "", ...name] = urn.split("::");
  return {
    stack: stack.replace(/^urn:pulumi:/, ""),
    types: types.split("$"),
    name: name.join("::"),
  };
}

/** The URN of a provider: a reference to it is its URN and its id. */
export const providerUrn = (reference: string): string =>
  reference.slice(0, Math.max(0, reference.lastIndexOf("::")));

interface UrnParts {
  stack: string;
  /** The name of the resource in the program. */
  name: string;
}

/** `urn:pulumi:<stack>::<project>::<types>::<name>`; only the name may contain `::`. */
export function parseUrn(urn: string): UrnParts {
  const [stack = "", , , ...name] = urn.replace(/^urn:pulumi:/, "").split("::");
  return { stack, name: name.join("::") };
}

/** Keys and indexes that lead to a value. */
export type Path = (string | number)[];

/** A path as the engine writes it: `destination.configuration`, `subscriptions[0]`, `a["b.c"]`. */
export function pathText(path: Path): string {
  return path.reduce<string>((text, key) => {
    if (typeof key === "number") return `${text}[${key}]`;
    if (!/^[A-Za-z_$][\w$]*$/.test(key)) return `${text}[${JSON.stringify(key)}]`;
    return text === "" ? key : `${text}.${key}`;
  }, "");
}

/** Whether an entry of ignoreChanges, such as `destination` or `destination.*`, is at or above a path. */
export const isIgnored = (ignoreChanges: string[], path: Path): boolean =>
  ignoreChanges.some((entry) =>
    keysOf(entry).every(
      (key, depth) => depth < path.length && (key === "*" || key === String(path[depth])),
    ),
  );

/** The keys in a path as users and reports write it; `subscriptions[]` is `subscriptions`. */
export const keysOf = (path: string): string[] =>
  path.split(/[.[\]"]+/).filter((key) => key !== "");

/** The path of a JSON pointer, in which ajv says where an error is. */
export const pathOfPointer = (pointer: string): Path =>
  pointer
    .split("/")
    .slice(1)
    .map((key) => (/^\d+$/.test(key) ? Number(key) : key));

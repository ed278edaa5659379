/** An object's first paths that differ, for a line that summarizes the object. */
export function firstPaths(properties: { path: string }[]): { paths: string[]; more: number } {
  const shown = properties.slice(0, 3);
  return { paths: shown.map(({ path }) => path), more: properties.length - 3 };
}

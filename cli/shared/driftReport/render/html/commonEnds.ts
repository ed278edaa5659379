/** How many characters two texts have in common at their start and at their end. */
export interface CommonEnds {
  start: number;
  end: number;
}

/** In shorter texts, a reader sees the difference. */
const minLength = 24;

/** The common ends of two long texts that differ in one place, such as two URLs. */
export function commonEnds(one: string, other: string): CommonEnds | undefined {
  const shorter = Math.min(one.length, other.length);
  let start = 0;
  while (start < shorter && one[start] === other[start]) start++;
  let end = 0;
  while (end < shorter - start && one.at(-1 - end) === other.at(-1 - end)) end++;

  const mostlyCommon = start + end > shorter / 2;
  return shorter > minLength && mostlyCommon ? { start, end } : undefined;
}

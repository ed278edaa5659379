export const formatNumber = (value: number): string => value.toLocaleString("en-US");

/** `1 stack`, `2 stacks`. */
export const countOf = (value: number, singular: string, plural = `${singular}s`): string =>
  `${formatNumber(value)} ${value === 1 ? singular : plural}`;

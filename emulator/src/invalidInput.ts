/** An option, a fault, or a setting is invalid. */
export class InvalidInput extends TypeError {}

export const isObject = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value);

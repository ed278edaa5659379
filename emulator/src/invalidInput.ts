/** An option, a fault or a setting is invalid. Thrown at once, before it could have no effect. */
export class InvalidInput extends TypeError {}

export const isObject = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value);

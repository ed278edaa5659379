/** An object that refuses every property it does not name. */
export const closed = <Properties extends object>(
  properties: Properties,
  required: (keyof Properties)[] = [],
) => ({ type: "object", properties, required, additionalProperties: false });

/** The schema of an object that may have these properties and no other. */
export const closed = <Properties extends object>(
  properties: Properties,
  required: (keyof Properties)[] = [],
) => ({ type: "object", properties, required, additionalProperties: false });

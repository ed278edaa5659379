import { fillRemoved } from "../schema/normalize";
import { functionSchema, type ObjectSchema, objectSchema } from "../schema/packageSchema";
import { validator } from "../schema/validate";
import type { Props } from "../shared/json";

/** The kinds of events that schema.json declares. */
export const eventKinds: string[] =
  functionSchema("getDeliveries").inputs.properties.eventTypes?.items?.enum ?? [];

/** The arguments of the hook `testDelivery`, which schema.json lacks because only TypeScript has hooks. */
export const testDeliverySchema: ObjectSchema = objectSchema(
  "testDelivery",
  {
    eventType: { $ref: "#/types/auth0-native:index:EventKind" },
    data: { type: "object", additionalProperties: { $ref: "pulumi.json#/Any" }, secret: true },
    timeoutSeconds: { type: "number", minimum: 1, maximum: 3600, default: 60 },
  },
  ["eventType"],
);

/**
 * Returns a check of a function's arguments: it adds the defaults of their schema, and throws with every
 * rule that they break. `unknownValues` is that of a validator.
 */
export function argumentsOf(
  inputs: ObjectSchema,
): (args: Props, unknownValues?: string[]) => Props {
  // Secret Outputs arrive as plain values, so the violations quote no value.
  const validate = validator(inputs, { quoteValues: false });
  return (args, unknownValues) => {
    const violations = validate(args, undefined, unknownValues);
    if (violations.length > 0) throw new Error(`${inputs.title}: ${violations.join("\n")}`);
    return fillRemoved(inputs, args, {});
  };
}

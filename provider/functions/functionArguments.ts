import { fillRemoved } from "../schema/normalize";
import { functionSchema } from "../schema/packageSchema";
import { validator } from "../schema/validate";
import type { Props } from "../shared/json";

/**
 * Returns a check of a function's arguments: it adds the defaults of schema.json, and throws with every
 * rule that they break.
 */
export function argumentsOf(functionName: string): (args: Props) => Props {
  const { inputs } = functionSchema(functionName);
  // Secret Outputs arrive as plain values, so the violations quote no value.
  const validate = validator(inputs, { quoteValues: false });
  return (args) => {
    const violations = [...validate(args), ...exclusions(args)];
    if (violations.length > 0) throw new Error(`${functionName}: ${violations.join("; ")}`);
    return fillRemoved(inputs, args, {});
  };
}

const filterKeys = ["statuses", "eventTypes", "dateFrom", "dateTo"];

/** Only `redeliver` has ids, which choose deliveries without filters. */
function exclusions(args: Props): string[] {
  const filters = filterKeys.filter((key) => key in args);
  if (args.deliveryIds === undefined || filters.length === 0) return [];
  return [`deliveryIds excludes ${filters.join(", ")}: pass the ids or the filters`];
}

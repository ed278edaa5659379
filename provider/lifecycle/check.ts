import type { UnknownValues } from "../config/settings";
import { replacedKeys } from "../schema/diff";
import { dropNulls, fillRemoved, sortSets } from "../schema/normalize";
import type { Props } from "../shared/json";
import type { ResourceType } from "./context";

export interface CheckResult {
  /** Normalized, so that equal programs have equal inputs. */
  inputs: Props;
  /** A sentence for each error. */
  failures: string[];
  /** A sentence for each risk that the state does not have yet, and for each unknown value that may pass. */
  warnings: string[];
}

/**
 * Validates and normalizes the inputs of a program. `olds` are the inputs in the state, undefined
 * if the object does not exist yet.
 */
export function check(
  { definition, inputs, validate }: ResourceType,
  olds: Props | undefined,
  news: Props,
  unknownValues: UnknownValues = "reject",
): CheckResult {
  const given = dropNulls(news) as Props;
  const old = olds && (dropNulls(olds) as Props);
  const isReplaced = old !== undefined && replacedKeys(inputs, old, given).length > 0;
  // The new object of a replacement takes nothing over: the engine checks it again without olds.
  const keptFrom = old === undefined || isReplaced ? {} : old;
  const filled = fillRemoved(inputs, given, keptFrom);
  const risk = definition.riskOf?.(filled);
  const isNew = risk !== undefined && risk !== (old && definition.riskOf?.(old));
  const passed: string[] = [];
  return {
    inputs: sortSets(inputs, filled) as Props,
    failures: validate(given, old, unknownValues === "warn" ? passed : undefined),
    warnings: [...(isNew ? [`${definition.name}: ${risk}`] : []), ...passed],
  };
}

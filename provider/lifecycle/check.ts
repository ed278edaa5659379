import { replacedKeys } from "../schema/diff";
import { dropNulls, fillRemoved, sortSets } from "../schema/normalize";
import { keepsPlaceholders, placeholderFailures } from "../schema/placeholder";
import type { Props } from "../shared/json";
import type { ResourceType } from "./context";

export interface CheckResult {
  /** Normalized, so that equal programs have equal inputs. */
  inputs: Props;
  /** A sentence for each error. */
  failures: string[];
  /** A sentence for each placeholder of an import that a program still has. */
  placeholderFailures: string[];
  /**
   * Whether the inputs have placeholders, all of them from the state. They are no failures: after an
   * import the engine checks what was imported, and ignoreChanges copies them from the state.
   */
  keepsPlaceholders: boolean;
}

/**
 * Validates and normalizes the inputs of a program. `olds` are the inputs in the state, undefined
 * if the object does not exist yet.
 */
export function check(
  { inputs, validate }: ResourceType,
  olds: Props | undefined,
  news: Props,
): CheckResult {
  const given = dropNulls(news) as Props;
  const old = olds && (dropNulls(olds) as Props);
  const isReplaced = old !== undefined && replacedKeys(inputs, old, given).length > 0;
  // The new object of a replacement takes nothing over: the engine checks it again without olds.
  const keptFrom = old === undefined || isReplaced ? {} : old;
  const filled = fillRemoved(inputs, given, keptFrom);
  const areOfState = keepsPlaceholders(given, old ?? {});
  return {
    inputs: sortSets(inputs, filled) as Props,
    failures: validate(given, old),
    placeholderFailures: areOfState ? [] : placeholderFailures(given),
    keepsPlaceholders: areOfState,
  };
}

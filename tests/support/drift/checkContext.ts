import type { CheckContext } from "../../../cli/drift/checkStack";
import { DeliveryBudget } from "../../../cli/drift/deliveryBudget";

/** A check without signals, with its own budget. */
export const checkContext = (changes: Partial<CheckContext> = {}): CheckContext => ({
  progress: () => {},
  note: () => {},
  stop: { requested: new AbortController().signal, engineTimeout: new AbortController().signal },
  budget: new DeliveryBudget(),
  ...changes,
});

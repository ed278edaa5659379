import type { Watch } from "../../../cli/drift/checkStack";
import { DeliveryBudget } from "../../../cli/drift/deliveryBudget";

/** A check that nobody stops, with a budget of its own. */
export const watch = (changes: Partial<Watch> = {}): Watch => ({
  progress: () => {},
  stop: { asked: new AbortController().signal, overdue: new AbortController().signal },
  budget: new DeliveryBudget(),
  ...changes,
});

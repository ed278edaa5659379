import type { CheckContext } from "../../../cli/drift/checkStack";

/** A check without signals. */
export const checkContext = (changes: Partial<CheckContext> = {}): CheckContext => ({
  progress: () => {},
  note: () => {},
  stop: { requested: new AbortController().signal, engineTimeout: new AbortController().signal },
  ...changes,
});

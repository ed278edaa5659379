import { canonical } from "../schema/normalize";
import type { Props } from "../shared/json";

/**
 * Remembers the checked inputs that have placeholders of an import, until their diff. The engine checks
 * the inputs of a program before it diffs them. A refresh diffs the inputs in the state without a check,
 * and only there the properties around a placeholder can differ: that is drift. Pulumi's
 * dynamic-provider process passes no URN, so the inputs themselves are the key.
 */
export class CheckedPlaceholders {
  /** Equal inputs of several objects may all be checked before their diffs. */
  private readonly counts = new Map<string, number>();

  add(inputs: Props): void {
    const key = canonical(inputs);
    this.counts.set(key, (this.counts.get(key) ?? 0) + 1);
  }

  /** Whether a check has added such inputs. Each check counts for one diff. */
  take(inputs: Props): boolean {
    // Most programs have no placeholder.
    if (this.counts.size === 0) return false;
    const key = canonical(inputs);
    const count = this.counts.get(key) ?? 0;
    if (count > 1) this.counts.set(key, count - 1);
    else this.counts.delete(key);
    return count > 0;
  }
}

import type { Json } from "../../../provider/shared/json";
import type { Diagnostic } from "../../shared/diagnostic";

/**
 * What a preview of one stack found; `ci comment` shows it. No text in it has a secret, but every text
 * may be hostile Markdown.
 */
export interface PreviewReport {
  version: 1;
  generator: string;
  stack: string;
  result: "changes" | "unchanged" | "failed";
  /**
   * By operation, without those of which there are none: `create`, `update`, `replace`, `delete`, `same`.
   * Components count, the stack itself does not. Empty if the preview failed.
   */
  counts: Record<string, number>;
  /** What changes, in the engine's order; not what stays the same. Empty if the preview failed. */
  objects: PlannedChange[];
  /** Why the preview failed. */
  problems: Diagnostic[];
  /** What the Pulumi CLI printed, with visible characters only. */
  output: string;
}

export interface PlannedChange {
  urn: string;
  /** `EventStream`, or another package's type token. */
  type: string;
  /** In the program. */
  name: string;
  /** The engine's name: `create`, `update`, `replace`, `delete` or `import`. */
  op: string;
  /** Of an object that exists. */
  id?: string;
  /** For a creation, what is set; for an update or a replacement, what differs; none for a deletion. */
  properties: PlannedProperty[];
  /** For a deletion or a replacement: what is lost with the object, or why nothing is. */
  lost?: string;
}

/**
 * A secret is `[secret]`; if it changes, on both sides. A value that only the update will tell is absent,
 * and `unknown`; within a list or an object it is `[unknown]`. Without both values, the provider reports
 * only that the property differs.
 */
export interface PlannedProperty {
  path: string;
  before?: Json;
  after?: Json;
  unknown?: true;
  /** Whether this property is why the object is replaced. */
  replaces?: true;
}

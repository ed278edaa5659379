import type { Diagnostic } from "../../shared/diagnostic";

/**
 * What a preview of one stack found; `ci comment` shows it. No text in it has a secret, but every text
 * may be hostile Markdown.
 */
export interface PreviewReport {
  version: 1;
  stack: string;
  result: "changes" | "unchanged" | "failed";
  /** The hosts of the tenants that an update would send requests to. Empty if the preview failed. */
  tenants: string[];
  /**
   * By operation, without those of which there are none: `create`, `update`, `replace`, `delete`, `same`.
   * Components count, the stack itself does not. Empty if the preview failed.
   */
  counts: Record<string, number>;
  /** Objects that are deleted or replaced, in the engine's order. Empty if the preview failed. */
  losses: Loss[];
  /** Why the preview failed. */
  problems: Diagnostic[];
  /** What the Pulumi CLI printed, with visible characters only. */
  output: string;
}

export interface Loss {
  /** `EventStream`, or another package's type token. */
  kind: string;
  /** In the program. */
  name: string;
  id: string;
  /** For a replacement, the properties that cannot be changed in place. */
  replacedFor?: string[];
  /** What is lost with the object, or why nothing is; absent for a component. */
  lost?: string;
}

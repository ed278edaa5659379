import { notSet } from "../../text";

/** A symbol beside each word, so that no meaning depends on a colour. */
export const symbols = {
  failed: "!",
  changed: "≠",
  gone: "×",
  unmanaged: "+",
  unverifiable: "?",
  clean: "✓",
} as const;

/** What a symbol, and a colour of the page, stands for. */
export type Status = keyof typeof symbols;

/** The sentences that every form of the report uses. */
export const texts = {
  failed: "Could not be checked",
  failedWhy: "Whether these drifted could not be determined.",
  partial: "Checked only in part",
  partialWhy: "There may be more drift in this stack: it could be checked only in part.",
  drift: "Drift",
  unmanaged: "Unmanaged",
  unmanagedWhy:
    "The tenants have these objects, and no stack of the checked projects declares them.",
  unverifiable: "Cannot be verified",
  unverifiableWhy: "Whether these drifted cannot be determined, for the reason given.",
  clean: "No difference",
  cleanWhy: "Everything that could be compared matches the state.",
  noStack: "There was no stack to check, so no drift could be found.",
  gone: "The object no longer exists in the tenant.",
  completeReports: "The HTML report and the JSON report are complete.",
  notSet,
  secrets:
    "Secrets are never shown. A secret that was changed outside of Pulumi cannot be detected.",
} as const;

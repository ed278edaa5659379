/** A symbol beside each word, so that no meaning depends on a colour. */
export const symbols = { failing: "×", unchecked: "!", clean: "✓" } as const;

/** What a symbol stands for. */
export type Status = keyof typeof symbols;

/** The sentences that every form of the report uses. */
export const texts = {
  failing: "Failing",
  unchecked: "Could not be checked",
  uncheckedWhy: "Whether these are failing could not be determined.",
  partial: "Checked only in part",
  outside: "The filters of this check match none of its failed deliveries; these are all of them.",
  partialWhy: "There may be more failures in this stream: it could be checked only in part.",
  clean: "Not failing",
  cleanWhy: "No more failed deliveries than the check allows.",
  noStream: "There was no stream to check.",
  idle: "it gets no events",
  unknownStatus:
    "Whether the stream is disabled is unknown: grant the scope read:event_streams to the application.",
  noMessage: "(the service gives no message)",
  completeReport: "The JSON report is complete.",
  content: "The content of events is never shown.",
} as const;

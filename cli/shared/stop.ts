/** How a command is asked to end. */
export interface StopSignals {
  /** Aborted by the first signal: begin nothing more, and report. */
  requested: AbortSignal;
  /** Aborted some seconds later: wait for the engine no longer. */
  engineTimeout: AbortSignal;
}

/** What comes of the work, unless the signal is aborted before: then its reason is thrown. */
export async function unlessAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  let abort = () => {};
  const aborted = new Promise<never>((_, reject) => {
    abort = () => reject(signal.reason);
    signal.addEventListener("abort", abort);
    if (signal.aborted) abort();
  });
  try {
    return await Promise.race([aborted, work]);
  } finally {
    signal.removeEventListener("abort", abort);
  }
}

import { showProgress } from "./log";

export interface StopSignals {
  /** Aborted by the first signal: start nothing more, and report. */
  requested: AbortSignal;
  /** Aborted some seconds later: do not wait for the engine any longer. */
  engineTimeout: AbortSignal;
}

/** The result of the work; throws the signal's reason if the signal is aborted first. */
export async function unlessAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  let rejectOnAbort = () => {};
  const aborted = new Promise<never>((_, reject) => {
    rejectOnAbort = () => reject(signal.reason);
    signal.addEventListener("abort", rejectOnAbort);
    if (signal.aborted) rejectOnAbort();
  });
  try {
    return await Promise.race([aborted, work]);
  } finally {
    signal.removeEventListener("abort", rejectOnAbort);
  }
}

/** Says after the first signal what the command still does. */
export function announceStop(
  requested: AbortSignal,
  rest: string,
  note: (line: string) => void = console.error,
): void {
  const announce = () => {
    showProgress("");
    note(`${requested.reason.message}: ${rest}. Send the signal again to end right away`);
  };
  if (requested.aborted) announce();
  else requested.addEventListener("abort", announce);
}

import { showProgress } from "./log";

export interface StopSignals {
  /** Aborted by the first signal. The command starts nothing more, and reports. */
  requested: AbortSignal;
  /** Aborted some seconds later. The command no longer waits for the engine. */
  engineTimeout: AbortSignal;
}

/** The result of the work. Throws the signal's reason if the signal is aborted first. */
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

/** After the first signal, prints what the command still does. */
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

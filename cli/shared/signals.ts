import { setMaxListeners } from "node:events";
import type { StopSignals } from "./stop";

/** Ctrl-C, the runner of a pipeline, and a closed terminal send these. */
const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** `timeout` and `npx` send one signal twice: to the process and to its group. */
const repeatedSignalMs = 200;

/**
 * Runners wait 7.5 s (GitHub) or 10 s (Docker) between their first signal and the next. Within that
 * time, the engine stops and the report is written.
 */
const engineTimeoutMs = 5_000;
const endMs = 9_000;

/**
 * Listens as soon as this module is loaded, so it's imported first. Every command must obey it, because the
 * first signal ends the process only after `endMs`. The second signal ends it right away.
 */
export const stop = listen();

function listen(): StopSignals {
  const requested = new AbortController();
  const engineTimeout = new AbortController();
  // Each engine process adds a listener, and any number of stacks may be checked in parallel.
  setMaxListeners(0, requested.signal, engineTimeout.signal);

  function onSignal(signal: NodeJS.Signals): void {
    if (requested.signal.aborted) return;
    requested.abort(new Error(`stopped by ${signal}`));
    // Without a listener, a second signal ends the process even while its event loop is blocked.
    setTimeout(removeListeners, repeatedSignalMs);
    setTimeout(() => engineTimeout.abort(requested.signal.reason), engineTimeoutMs);
    setTimeout(() => process.kill(process.pid, signal), endMs);
  }
  function removeListeners(): void {
    for (const signal of signals) process.off(signal, onSignal);
  }

  for (const signal of signals) process.on(signal, onSignal);
  return { requested: requested.signal, engineTimeout: engineTimeout.signal };
}

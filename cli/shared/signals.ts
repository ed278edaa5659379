import { setMaxListeners } from "node:events";
import type { StopSignals } from "./stop";

/** Ctrl-C, the runner of a pipeline, a terminal that was closed. */
const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** `timeout` and `npx` deliver one signal twice, to the process and to its group. */
const echoMs = 200;

/**
 * Runners wait 7.5 s (GitHub) or 10 s (Docker) between their first signal and the next. Within that
 * the engine ends what it has begun, and the report is written.
 */
const engineMs = 5_000;
const endMs = 9_000;

/**
 * Listens from the moment this module is loaded, so it is imported first. Every command has to obey
 * it: a first signal ends the process only after some seconds, a second one at once.
 */
export const stop = listen();

function listen(): StopSignals {
  const asked = new AbortController();
  const overdue = new AbortController();
  // One for each engine process: any number of stacks may be checked at the same time.
  setMaxListeners(0, asked.signal, overdue.signal);
  const unlisten = () => {
    for (const signal of signals) process.off(signal, onSignal);
  };
  function onSignal(signal: NodeJS.Signals): void {
    if (asked.signal.aborted) return;
    asked.abort(new Error(`stopped by ${signal}`));
    // The system's own default needs no event loop: a second signal ends what blocks, too.
    setTimeout(unlisten, echoMs);
    setTimeout(() => overdue.abort(asked.signal.reason), engineMs);
    setTimeout(() => process.kill(process.pid, signal), endMs);
  }
  for (const signal of signals) process.on(signal, onSignal);
  return { requested: asked.signal, engineTimeout: overdue.signal };
}

import { setTimeout as wait } from "node:timers/promises";

/** Saves after changes, but not after each: changes shortly after one another are saved together. */
export interface Saver {
  /** To be called after every change. Returns at once. */
  changed(): void;
  /** Saves once more. Rejects if this fails. */
  close(): Promise<void>;
}

const minimumDelayMs = 50;

/**
 * `report` is called with the error of a failed save, which the next change or `close` repeats.
 */
export function saverOf(save: () => Promise<void>, report: (error: Error) => void): Saver {
  let isChanged = false;
  let isSaving = false;
  let saving = Promise.resolve();
  const closed = new AbortController();

  async function saveChanges(): Promise<void> {
    while (isChanged && !closed.signal.aborted) {
      // The changes that a request makes in one turn of the event loop are saved together.
      await wait(0);
      isChanged = false;
      const started = performance.now();
      await save().catch(report);
      const duration = performance.now() - started;
      // A large state takes long to save: the tenant spends most of its time on requests nevertheless.
      const delay = Math.max(minimumDelayMs, 4 * duration);
      await wait(delay, undefined, { signal: closed.signal }).catch(() => {});
    }
    isSaving = false;
  }

  return {
    changed() {
      isChanged = true;
      if (isSaving || closed.signal.aborted) return;
      isSaving = true;
      saving = saveChanges();
    },

    async close() {
      closed.abort();
      await saving;
      await save();
    },
  };
}

import { setMaxListeners } from "node:events";

type Task = () => Promise<void>;

/** Runs tasks in their order, and only so many at the same time, until it is closed. */
export class Lane {
  private waiting: Task[] = [];
  private next = 0;
  private running = 0;
  private readonly timers = new Set<NodeJS.Timeout>();
  private readonly aborted = new AbortController();
  /** Aborts with `close`. */
  readonly signal: AbortSignal = this.aborted.signal;

  constructor(private readonly limit: number) {
    // Every attempt that is under way listens to it.
    setMaxListeners(0, this.signal);
  }

  add(task: Task): void {
    if (this.signal.aborted) return;
    this.waiting.push(task);
    this.runWaiting();
  }

  addLater(task: Task, delayMs: number): void {
    if (this.signal.aborted) return;
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      this.add(task);
    }, delayMs);
    // The tenant's server keeps the process alive, not its attempts.
    this.timers.add(timer.unref());
  }

  close(): void {
    this.waiting = [];
    this.next = 0;
    for (const timer of this.timers) clearTimeout(timer);
    this.timers.clear();
    this.aborted.abort();
  }

  private runWaiting(): void {
    while (this.running < this.limit && this.next < this.waiting.length) {
      const task = this.waiting[this.next++];
      this.running++;
      void task?.().finally(() => {
        this.running--;
        this.runWaiting();
      });
    }
    // Array.shift would copy the rest of a long queue for every task.
    if (this.next === this.waiting.length) {
      this.waiting = [];
      this.next = 0;
    }
  }
}

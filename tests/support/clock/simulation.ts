import type { Clock } from "../../../provider/api/clock";

export interface Simulation extends Clock {
  /** Advances the time from event to event until the work is done. */
  run<T>(work: Promise<T>): Promise<T>;
}

/** Time that jumps from event to event, so that many can sleep at once. */
export function simulation(start = "2026-11-20T12:00:00Z", chance = () => 0.5): Simulation {
  let time = Date.parse(start);
  const agenda: { at: number; wake: () => void }[] = [];
  const everythingElse = () => new Promise((resolve) => setImmediate(resolve));
  return {
    now: () => time,
    wall: () => time,
    timer: () => () => undefined,
    random: chance,
    sleep: (ms) =>
      new Promise((wake) => {
        agenda.push({ at: time + Math.max(ms, 0), wake });
      }),
    async run(work) {
      let done = false;
      const end = work.finally(() => {
        done = true;
      });
      end.catch(() => undefined);
      for (await everythingElse(); !done; await everythingElse()) {
        agenda.sort((a, b) => a.at - b.at);
        const next = agenda.shift();
        if (!next) throw new Error("nothing will ever happen again");
        time = next.at;
        next.wake();
      }
      return end;
    },
  };
}

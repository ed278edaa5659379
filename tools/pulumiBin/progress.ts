import type { Job } from "./job";

/** Whole percent of `total`. At most 100, since the total is counted before the work starts. */
function percentage(done: number, total: number): number {
  return total <= 0 ? 100 : Math.min(100, Math.floor((100 * done) / total));
}

export interface Progress {
  step(): void;
  end(): void;
}

/** On a terminal one line that is rewritten, in a log one line for every 10 %. */
export function progress(out: Job["out"], label: string, total: number): Progress {
  let done = 0;
  let shown = 0;
  const show = (percent: number): void => {
    const due = out.isTTY ? percent > shown : percent >= Math.floor(shown / 10) * 10 + 10;
    if (!due) return;
    shown = percent;
    out.write(out.isTTY ? `\r${label}: ${percent} %` : `${label}: ${percent} %\n`);
    if (out.isTTY && percent === 100) out.write("\n");
  };
  return {
    step: () => show(Math.min(99, percentage(++done, total))),
    // Go reports no step when everything is cached. Then there is no progress line to complete.
    end: () => {
      if (done > 0) show(100);
    },
  };
}

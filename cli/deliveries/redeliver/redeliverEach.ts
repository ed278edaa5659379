import { showProgress } from "../../shared/progressLine";
import type { StopSignals } from "../../shared/stop";
import type { Candidate } from "./candidates";
import type { Dialog } from "./dialog";
import type { RedeliverOptions } from "./options";
import { Progress } from "./progress";
import { redeliverAll } from "./redeliverAll";
import { resultText } from "./resultText";
import { commandFor, type Subject } from "./subject";
import { type Summary, summarize } from "./summary";

export const exitCodes = { done: 0, failed: 1, notAgreed: 2 };

interface Run {
  subject: Subject;
  options: RedeliverOptions;
  /** The ids of the command line. */
  ids: string[];
  candidates: Candidate[];
}

/** Sends one request for each delivery and prints what became of them. Returns the exit code. */
export async function redeliverEach(run: Run, stop: StopSignals, dialog: Dialog): Promise<number> {
  const { subject, candidates } = run;
  const { transport } = subject.stream.api;
  const { service, wall } = transport.serviceClock.moment();
  const before = lastAttemptOf(candidates) ?? service ?? wall;
  const progress = new Progress(candidates.length, transport.clock, dialog.explain);
  announceStop(stop.requested, dialog);
  const show = (count: number) => progress.show(count);
  const result = await redeliverAll(subject.stream, candidates, stop, show);
  progress.end();

  const summary = summarize(candidates, result);
  await dialog.print(
    resultText(subject, summary, goOnCommand(run, summary, new Date(before + 1).toISOString())),
  );
  if (result.failure) throw result.failure;
  return exitCodeOf(run, summary);
}

function announceStop(requested: AbortSignal, { explain }: Dialog): void {
  const announce = () => {
    showProgress("");
    explain(
      `${requested.reason.message}: waiting for the requests under way; a second signal ends at once`,
    );
  };
  requested.addEventListener("abort", announce, { once: true });
}

/**
 * The last attempt before the run, by the clock that the attempts of this run will have. The `Date` of
 * responses may be of another one.
 */
function lastAttemptOf(candidates: Candidate[]): number | undefined {
  const last = candidates.reduce((max, { lastAttemptMs = 0 }) => Math.max(max, lastAttemptMs), 0);
  return last > 0 ? last : undefined;
}

/** The command for the rest. By then, deliveries that this run sent again may be listed as failed. */
function goOnCommand({ subject, options, ids }: Run, { left }: Summary, begin: string): string {
  const { type, since, until, notSince = begin, yes } = options;
  const choice =
    ids.length > 0
      ? left
      : [
          ...(type ? ["--type", type.join(",")] : []),
          ...(since === undefined ? [] : ["--since", since]),
          ...(until === undefined ? [] : ["--until", until]),
          ...["--not-since", notSince],
        ];
  return commandFor(subject, "redeliver", [...choice, ...(yes ? ["--yes"] : [])]);
}

function exitCodeOf({ ids }: Run, { gone, refused, uncertain, left }: Summary): number {
  // An id that a user names may be wrong. A listed delivery that is gone was delivered.
  const wrong = ids.length > 0 ? gone : [];
  const failures = [wrong, refused, uncertain, left].flat();
  return failures.length > 0 ? exitCodes.failed : exitCodes.done;
}

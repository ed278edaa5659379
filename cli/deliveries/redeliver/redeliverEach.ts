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
  const startedAt = new Date(service ?? wall).toISOString();
  const progress = new Progress(candidates.length, transport.clock, dialog.explain);
  announceStop(stop.requested, dialog);
  const show = (count: number) => progress.show(count);
  const result = await redeliverAll(subject.stream, candidates, stop, show);
  progress.end();

  const summary = summarize(candidates, result);
  await dialog.print(resultText(subject, summary, goOnCommand(run, summary, startedAt)));
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

/** The command for the rest. By then, deliveries that this run sent again may be listed as failed. */
function goOnCommand({ subject, options, ids }: Run, { left }: Summary, startedAt: string): string {
  const { type, since, until, notSince = startedAt, yes } = options;
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

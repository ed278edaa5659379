import { announceStop, type StopSignals } from "../../shared/stop";
import { filterOptions } from "../filters";
import type { Candidate } from "./candidates";
import type { Dialog } from "./dialog";
import type { RedeliverOptions } from "./options";
import { Progress } from "./progress";
import { resultText } from "./resultText";
import { sendAll } from "./sendAll";
import { commandFor, type Subject } from "./subject";
import { type Summary, summarize } from "./summary";

export const exitCodes = { done: 0, failed: 1, notAgreed: 2 };

interface Redelivery {
  subject: Subject;
  options: RedeliverOptions;
  /** The ids of the command line. */
  ids: string[];
  candidates: Candidate[];
}

/** Sends one request for each delivery and prints what became of them. Returns the exit code. */
export async function redeliverEach(
  run: Redelivery,
  stop: StopSignals,
  dialog: Dialog,
): Promise<number> {
  const { subject, candidates } = run;
  const { transport } = subject.stream.api;
  const { service, wall } = transport.serviceClock.moment();
  const now = service ?? wall;
  const before = lastAttemptOf(candidates, now) ?? now;
  const progress = new Progress(candidates.length, transport.clock, dialog.note);
  announceStop(stop.requested, "waiting for the requests under way", dialog.note);
  const show = (count: number) => progress.show(count);
  const result = await sendAll(subject.stream, candidates, stop, show);
  progress.end();

  const summary = summarize(candidates, result);
  const begin = new Date(before + 1).toISOString();
  await dialog.print(resultText(subject, summary, goOnCommand(run, summary, begin)));
  if (result.failure) throw result.failure;
  return exitCodeOf(run, summary);
}

const dayMs = 86_400_000;

/**
 * The last attempt before the run, by the clock that the attempts of this run will have. The `Date` of
 * responses may be of another one, by which it is `now`, but not by a day.
 */
function lastAttemptOf(candidates: Candidate[], now: number): number | undefined {
  const times = candidates.flatMap(({ lastAttemptMs }) => lastAttemptMs ?? []);
  const last = times.reduce((max, ms) => (ms > max && ms < now + dayMs ? ms : max), 0);
  return last > 0 ? last : undefined;
}

/** The command for the rest. By then, deliveries that this run sent again may be listed as failed. */
function goOnCommand(
  { subject, options, ids }: Redelivery,
  { left }: Summary,
  begin: string,
): string {
  const { notSince = begin, yes } = options;
  const choice = ids.length > 0 ? left : [...filterOptions(options), "--not-since", notSince];
  return commandFor(subject, "redeliver", [...choice, ...(yes ? ["--yes"] : [])]);
}

function exitCodeOf({ ids }: Redelivery, { gone, refused, uncertain, left }: Summary): number {
  // An id that a user names may be wrong. A listed delivery that is gone was delivered.
  const wrong = ids.length > 0 ? gone : [];
  const failures = [wrong, refused, uncertain, left].flat();
  return failures.length > 0 ? exitCodes.failed : exitCodes.done;
}

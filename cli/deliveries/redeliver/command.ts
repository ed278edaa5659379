import { createInterface } from "node:readline";
import { attemptsOf } from "../../../provider/deliveries/attempts";
import { redeliverMatching } from "../../../provider/deliveries/redeliver";
import { npxCommand } from "../../../provider/shared/command";
import { showProgress } from "../../shared/log";
import { announceStop, type StopSignals, unlessAborted } from "../../shared/stop";
import { countOf, displayName, formatNumber } from "../../shared/text";
import { FailureGroups } from "../failureGroups";
import { datesOfService, type Filters, failedDeliveries, filterArguments } from "../filters";
import { type Output, standardOutput, textOf } from "../standardOutput";
import { findStream, readStream, type StackOption, type TenantStream } from "../streams";
import {
  isSuccess,
  nothingText,
  planText,
  resultText,
  type Selection,
  type Subject,
  summarize,
  titleOf,
  whatStillFails,
} from "./report";
import { sendAll } from "./sendAll";

export interface RedeliverOptions extends Filters, StackOption {
  yes?: boolean;
  atOnce?: boolean;
}

interface Dialog extends Output {
  /** Absent without a terminal. */
  confirm: Confirm | undefined;
}

const exitCodes = { done: 0, failed: 1, notConfirmed: 2 };

/** Returns the exit code. */
export async function redeliverCommand(
  argument: string,
  ids: string[],
  options: RedeliverOptions,
  stop: StopSignals,
): Promise<number> {
  assertOptions(ids, options);
  const stream = await findStream(argument, options, stop.requested);
  return redeliverStream({ argument, stream, ids, options }, stop, {
    ...standardOutput,
    confirm: confirmOnTerminal(stop.requested),
  });
}

/** Recorded exchanges and Auth0's API reference have ids of this form. */
const deliveryIdForm = /^evt_[A-Za-z0-9]+$/;

const flags = { type: "--type", since: "--since", until: "--until", atOnce: "--at-once" };

export function assertOptions(ids: string[], options: RedeliverOptions): void {
  const [key] = (Object.keys(flags) as (keyof typeof flags)[]).filter(
    (name) => options[name] !== undefined,
  );
  if (ids.length > 0 && key !== undefined) {
    throw new Error(`Pass IDs of deliveries or ${flags[key]}, not both.`);
  }
  const wrong = ids.find((id) => !deliveryIdForm.test(id));
  if (wrong !== undefined) {
    throw new Error(
      `${displayName(wrong)} isn't the ID of a delivery, such as evt_0123456789abcdefghijkl. To list the IDs, run \`${npxCommand} deliveries list <stream>\`.`,
    );
  }
}

interface RedeliverRequest {
  argument: string;
  stream: TenantStream;
  /** The ids of the command line. If empty, all failed deliveries that match the options are sent. */
  ids: string[];
  options: RedeliverOptions;
}

/** Shows what would be sent, asks, and sends it. Returns the exit code. */
export async function redeliverStream(
  { argument, stream, ids, options }: RedeliverRequest,
  stop: StopSignals,
  dialog: Dialog,
): Promise<number> {
  const read = async () => {
    const { status } = await readStream(stream);
    const dated = await datesOfService(stream, options);
    const selection = ids.length > 0 ? undefined : await selectFailed(stream, dated);
    return { status, dated, selection };
  };
  const { status, dated, selection } = await unlessAborted(stop.requested, read());
  const subject: Subject = { argument, stream, status };
  const chosen = selection?.ids ?? [...new Set(ids)];
  if (selection !== undefined && chosen.length === 0) {
    await dialog.print(nothingText(subject, selection));
    return exitCodes.done;
  }

  await dialog.print(planText(subject, chosen, selection));
  if (!(await isConfirmed(chosen.length, options, dialog))) return exitCodes.notConfirmed;
  stop.requested.throwIfAborted();
  if (options.atOnce) return redeliverAtOnce(subject, dated, dialog);

  announceStop(stop.requested, "waiting for the requests in progress", dialog.note);
  const sent = await sendAll(stream, chosen, stop, (count) =>
    showProgress(`redelivering: ${formatNumber(count)} of ${formatNumber(chosen.length)}`),
  );
  showProgress("");
  const summary = summarize(chosen, sent.results);
  await dialog.print(resultText(subject, summary));
  if (sent.failure) throw sent.failure;
  return isSuccess(summary, ids.length > 0) ? exitCodes.done : exitCodes.failed;
}

/**
 * Lists all failed deliveries that match. A redelivery adds an attempt with the status `retrying`. In
 * recorded exchanges, the next real attempt follows 6 to 22 s later, and the delivery is left out until then.
 */
async function selectFailed(stream: TenantStream, filters: Filters): Promise<Selection> {
  const selection: Selection = { ids: [], groups: new FailureGroups(), waiting: 0 };
  for await (const page of failedDeliveries(stream, filters)) {
    for (const delivery of page) {
      if (attemptsOf(delivery).at(-1)?.status === "retrying") {
        selection.waiting += 1;
      } else {
        selection.ids.push(delivery.id);
        selection.groups.add(delivery);
      }
    }
    const count = countOf(selection.ids.length, "delivery", "deliveries");
    showProgress(`${displayName(stream.label)}: reading the failed deliveries, ${count}`);
  }
  showProgress("");
  return selection;
}

async function isConfirmed(
  count: number,
  { yes }: RedeliverOptions,
  { confirm, note }: Dialog,
): Promise<boolean> {
  if (yes) return true;
  if (confirm === undefined) {
    note("Nothing was sent, because there's no terminal to confirm in. Pass --yes to send.");
    return false;
  }
  const confirmed = await confirm(`Redeliver ${countOf(count, "delivery", "deliveries")}?`);
  if (!confirmed) note("Nothing was sent, because you didn't confirm.");
  return confirmed;
}

/** Sends one request for all deliveries that match at that moment. */
async function redeliverAtOnce(
  subject: Subject,
  options: RedeliverOptions,
  { print }: Dialog,
): Promise<number> {
  const { api, id } = subject.stream;
  await redeliverMatching(api, id, filterArguments(options));
  await print(
    textOf([
      `${titleOf(subject)}: Auth0 accepted the request for all matching deliveries`,
      ...whatStillFails(subject),
    ]),
  );
  return exitCodes.done;
}

type Confirm = (question: string) => Promise<boolean>;

/** Undefined without a terminal. */
const confirmOnTerminal = (signal: AbortSignal): Confirm | undefined =>
  process.stdin.isTTY && process.stdout.isTTY ? (question) => ask(question, signal) : undefined;

async function ask(question: string, signal: AbortSignal): Promise<boolean> {
  process.stdout.write(`${question} (y/N) `);
  // Without `output`, readline leaves Ctrl-C to the terminal, which sends a signal like in other commands.
  for await (const line of createInterface({ input: process.stdin, signal })) {
    return /^\s*y(es)?\s*$/i.test(line);
  }
  return false;
}

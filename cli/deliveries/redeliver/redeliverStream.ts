import { redeliver } from "../../../provider/functions/redeliver";
import { countOf } from "../../shared/number";
import { showProgress } from "../../shared/progressLine";
import { type StopSignals, unlessAborted } from "../../shared/stop";
import { displayName } from "../../shared/text";
import { filterArguments } from "../filters";
import { textOf } from "../output";
import { readStream } from "../streams/readStream";
import type { TenantStream } from "../streams/source";
import { type Selection, selectCandidates } from "./candidates";
import type { Dialog } from "./dialog";
import type { RedeliverOptions } from "./options";
import { idsText, nothingText, planText } from "./planText";
import { exitCodes, redeliverEach } from "./redeliverEach";
import { whatStillFails } from "./resultText";
import { type Subject, titleOf } from "./subject";
import { countUnderWay } from "./underWay";

/** What the user asks for. */
export interface RedeliverRequest extends Pick<Subject, "argument" | "stream"> {
  options: RedeliverOptions;
}

/** Shows what would be sent, asks, and sends it. Returns the exit code. */
export async function redeliverStream(
  request: RedeliverRequest,
  ids: string[],
  stop: StopSignals,
  dialog: Dialog,
): Promise<number> {
  const { stream, options } = request;
  const read = async () => {
    const { status } = await readStream(stream);
    return { status, selection: ids.length > 0 ? undefined : await select(stream, options) };
  };
  const { status, selection } = await unlessAborted(stop.requested, read());
  const subject: Subject = { argument: request.argument, stream, status };
  const candidates = selection?.candidates ?? [...new Set(ids)].map((id) => ({ id }));
  if (selection !== undefined && candidates.length === 0) {
    const underWay = await unlessAborted(stop.requested, countUnderWay(stream, options));
    await dialog.print(nothingText(subject, selection, underWay));
    return exitCodes.done;
  }

  const { length: count } = candidates;
  await dialog.print(
    selection ? planText(subject, selection, dialog.columns) : idsText(subject, count),
  );
  if (!(await isAgreed(count, options, dialog))) return exitCodes.notAgreed;
  stop.requested.throwIfAborted();
  if (options.atOnce) return redeliverAtOnce(subject, options, dialog);
  return redeliverEach({ subject, options, ids, candidates }, stop, dialog);
}

async function select(stream: TenantStream, options: RedeliverOptions): Promise<Selection> {
  const label = displayName(stream.label);
  const selection = await selectCandidates(stream, options, (count) =>
    showProgress(
      `${label}: reading the failed deliveries, ${countOf(count, "delivery", "deliveries")}`,
    ),
  );
  showProgress("");
  return selection;
}

async function isAgreed(
  count: number,
  { yes }: RedeliverOptions,
  { confirm, note }: Dialog,
): Promise<boolean> {
  if (yes) return true;
  const deliveries = countOf(count, "delivery", "deliveries");
  const agreed = await confirm?.(`Redeliver ${deliveries}?`);
  if (!agreed) {
    const reason = confirm ? "you did not agree" : "nobody can be asked here: pass --yes to send";
    note(`nothing was sent, since ${reason}`);
  }
  return agreed ?? false;
}

/** One request for all that match at that moment. */
async function redeliverAtOnce(
  subject: Subject,
  options: RedeliverOptions,
  { print }: Dialog,
): Promise<number> {
  const { api, id } = subject.stream;
  await redeliver(api, { eventStreamId: id, ...filterArguments(options) });
  await print(
    textOf([
      `${titleOf(subject)}: the service accepted the request for all that match`,
      ...whatStillFails(subject),
    ]),
  );
  return exitCodes.done;
}

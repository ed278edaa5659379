import { confirmOnTerminal } from "../../shared/confirm";
import { writeToStream } from "../../shared/files";
import { type StopSignals, unlessAborted } from "../../shared/stop";
import { standardOutput } from "../output";
import { openSource } from "../streams/openSource";
import { assertOptions, type RedeliverOptions } from "./options";
import { redeliverStream } from "./redeliverStream";

export type { RedeliverOptions };

/** Returns the exit code. */
export async function redeliverCommand(
  argument: string,
  ids: string[],
  options: RedeliverOptions,
  stop: StopSignals,
): Promise<number> {
  assertOptions(ids, options);
  const open = async () => (await openSource(options)).find(argument);
  const stream = await unlessAborted(stop.requested, open());
  return redeliverStream({ argument, stream, options }, ids, stop, {
    ...standardOutput(),
    // Nothing is sent if the plan cannot be shown.
    print: (text) => writeToStream(process.stdout, text),
    confirm: confirmOnTerminal(stop.requested),
  });
}

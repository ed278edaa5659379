import { deliveryStatistics } from "../../../provider/functions/statistics";
import { type StopSignals, unlessAborted } from "../../shared/stop";
import { displayName } from "../../shared/text";
import { datesOfService, filterArguments } from "../filters";
import { type CommandContext, realContext, textOf } from "../output";
import { findStream, type StackOption } from "../streams";
import { chartLines } from "./chart";

export interface StatsOptions extends StackOption {
  since?: string;
  until?: string;
  json?: boolean;
}

const defaultColumns = 80;

export async function statsCommand(
  argument: string,
  options: StatsOptions,
  stop: StopSignals,
  { output }: Pick<CommandContext, "output"> = realContext(),
): Promise<number> {
  const { requested } = stop;
  const stream = await findStream(argument, options, requested);
  const { api, id, label } = stream;
  const dated = await unlessAborted(requested, datesOfService(stream, options));
  const args = { eventStreamId: id, ...filterArguments(dated) };
  const statistics = await unlessAborted(requested, deliveryStatistics(api, args));
  if (options.json) {
    await output.print(`${JSON.stringify(statistics, null, 2)}\n`);
    return 0;
  }
  const chart = chartLines(statistics, output.columns ?? defaultColumns);
  const lines = [`Deliveries of ${displayName(label)}, ${chart[0]}`, ...chart.slice(1)];
  await output.print(textOf(lines));
  return 0;
}

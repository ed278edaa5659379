import { type ListedDeliveries, listDeliveries } from "../../../provider/functions/deliveries";
import { maxPageSize } from "../../../provider/functions/deliveryPage";
import type { Props } from "../../../provider/shared/json";
import { unlessAborted } from "../../shared/stop";
import { type Filters, filterArguments } from "../filters";
import { jsonLine, type Output, textOf } from "../output";
import type { StackOption } from "../streams/openSource";
import type { TenantStream } from "../streams/source";
import { DeliveryTable } from "./table";

export interface ListOptions extends Filters, StackOption {
  max: number;
  from?: string;
  json?: boolean;
  follow?: boolean;
  /** In seconds. */
  interval: number;
  includeEvent?: boolean;
}

/** The pages of a listing. Throws the signal's reason as soon as the signal is aborted. */
export async function* pagesOf(
  { api, id }: TenantStream,
  options: ListOptions,
  stop: AbortSignal,
): AsyncGenerator<ListedDeliveries> {
  const { from, max, includeEvent = false } = options;
  const pages = listDeliveries(api, {
    eventStreamId: id,
    ...filterArguments(options),
    ...{ take: maxPageSize, maxItems: max, includeEvent },
    ...(from !== undefined && { from }),
  });
  for (;;) {
    const { done, value } = await unlessAborted(stop, pages.next());
    if (done) return;
    yield value;
  }
}

/** Prints deliveries as a table, or each as a line of JSON. */
interface Printer {
  deliveries(deliveries: Props[]): Promise<void>;
  /** For people: beside JSON, on standard error. */
  summary(lines: string[]): Promise<void>;
}

export const printerOf = ({ json }: ListOptions, output: Output): Printer =>
  json ? jsonPrinter(output) : tablePrinter(output);

function jsonPrinter(output: Output): Printer {
  return {
    deliveries: (deliveries) => output.print(deliveries.map(jsonLine).join("")),
    summary: async (lines) => lines.forEach(output.note),
  };
}

function tablePrinter(output: Output): Printer {
  const table = new DeliveryTable(output.columns);
  return {
    deliveries: (deliveries) => output.print(table.rows(deliveries)),
    summary: (lines) => output.print(textOf(["", ...lines])),
  };
}

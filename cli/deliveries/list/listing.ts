import { type ListedDeliveries, listDeliveries } from "../../../provider/functions/deliveries";
import { maxPageSize } from "../../../provider/functions/deliveryPage";
import type { Json, Props } from "../../../provider/shared/json";
import { unlessAborted } from "../../shared/stop";
import { unicodeEscape } from "../../shared/text";
import { type Filters, filterArguments } from "../filters";
import { type Output, textOf } from "../output";
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
    deliveries: (deliveries) =>
      output.print(deliveries.map((delivery) => `${jsonLine(delivery)}\n`).join("")),
    summary: async (lines) => lines.forEach(output.note),
  };
}

/**
 * A value as one line of JSON. Texts from outside must not change a terminal, nor be a command of a CI
 * runner, which `##[` begins: such characters are escapes of JSON.
 */
const jsonLine = (value: Json): string =>
  JSON.stringify(value)
    .replace(/[\u007f-\uffff]/g, unicodeEscape)
    .replaceAll("##[", "#\\u0023[");

function tablePrinter(output: Output): Printer {
  const table = new DeliveryTable(output.columns);
  return {
    deliveries: (deliveries) => output.print(table.rows(deliveries)),
    summary: (lines) => output.print(textOf(["", ...lines])),
  };
}

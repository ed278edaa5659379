import { completedAttempts, lastMessage } from "../../../provider/deliveries/attempts";
import { maxPageSize } from "../../../provider/deliveries/deliveryPage";
import { type ListedDeliveries, listDeliveries } from "../../../provider/deliveries/listDeliveries";
import type { Props } from "../../../provider/shared/json";
import { unlessAborted } from "../../shared/stop";
import { alignColumns, formatUtc, jsonLines, lengthOf } from "../../shared/text";
import { type Filters, filterArguments } from "../filters";
import { shortText, textOf } from "../standardOutput";
import type { StackOption, TenantStream } from "../streams";

export interface ListOptions extends Filters, StackOption {
  max: number;
  json?: boolean;
  includeEvent?: boolean;
}

/** The pages of a listing. Throws the signal's reason as soon as the signal is aborted. */
export async function* pagesOf(
  { api, id }: TenantStream,
  options: ListOptions,
  stop: AbortSignal,
): AsyncGenerator<ListedDeliveries> {
  const { max, includeEvent = false } = options;
  const pages = listDeliveries(api, {
    eventStreamId: id,
    ...filterArguments(options),
    take: maxPageSize,
    maxItems: max,
    includeEvent,
  });
  for (;;) {
    const { done, value } = await unlessAborted(stop, pages.next());
    if (done) return;
    yield value;
  }
}

const headings = ["LAST ATTEMPT (UTC)", "STATUS", "EVENT TYPE", "ATTEMPTS", "ID"];
const attemptsColumn = 3;
const indent = "    ";

const maxMessageLength = 300;

/** Formats deliveries as they are listed, a page at a time. */
export class DeliveryTable {
  private readonly widths: number[] = [];

  /** The rows of a page. The first page also has the headings. */
  rows(deliveries: Props[]): string {
    if (deliveries.length === 0) return "";
    const cells = deliveries.map(cellsOf);
    const head = this.widths.length > 0 ? [] : [headings];
    const aligned = alignColumns([...head, ...cells], this.widths, [attemptsColumn]);
    const lines = aligned.slice(head.length).flatMap((row, index) => {
      const delivery = deliveries[index] ?? {};
      return [this.withMessage(row, lastMessage(delivery)), ...eventLines(delivery)];
    });
    const headLines = head.length > 0 ? [this.withMessage(aligned[0] ?? "", "ERROR")] : [];
    return textOf([...headLines, ...lines]);
  }

  private withMessage(row: string, message: string): string {
    if (message === "") return row;
    const width = this.widths.reduce((sum, column) => sum + column + 2, 0);
    return row + " ".repeat(width - lengthOf(row)) + shortText(message, maxMessageLength);
  }
}

function cellsOf(delivery: Props): string[] {
  const { status, eventType, id } = delivery;
  const attempts = completedAttempts(delivery);
  const time = attempts.at(-1)?.timestamp;
  return [
    time === undefined ? "-" : shortText(formatUtc(String(time))),
    shortText(status),
    shortText(eventType),
    String(attempts.length),
    shortText(id),
  ];
}

/** The content of the event, which a delivery has only with --include-event. */
const eventLines = ({ event }: Props): string[] =>
  event === undefined ? [] : jsonLines(event).map((line) => indent + line);

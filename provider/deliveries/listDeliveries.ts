import { type ManagementApi, openApi } from "../api/managementApi";
import type { Operation } from "../api/operation";
import { type SettingsSource, settingsFrom } from "../config/settings";
import { functionSchema } from "../schema/packageSchema";
import type { Props } from "../shared/json";
import { argumentsOf } from "./arguments";
import {
  type Delivery,
  deliveriesOperation,
  fetchDeliveryPage,
  functionName,
  unreadable,
} from "./deliveryPage";
import { DeliveryPosition } from "./deliveryPosition";

export const deliveriesFunction: { name: string; operation: Operation } = {
  name: functionName,
  operation: deliveriesOperation,
};

const argumentsFrom = argumentsOf(functionSchema(functionName).inputs);

/** Deliveries that no earlier page had; `next` is the `from` that continues after them. */
export type ListedDeliveries = { deliveries: Delivery[]; next?: string };

/**
 * Pages without a new delivery in a row, each with a new cursor, before the listing fails: deliveries
 * shift while they are listed, so that a few such pages are no failure.
 */
const maxPagesWithoutNew = 10;

/**
 * Lists at most `maxItems` deliveries, each once, a page at a time. The list ends with an empty page,
 * with a page that only repeats its cursor's delivery, or with a missing or repeated cursor: the
 * service returns a cursor even with its last page.
 */
export async function* listDeliveries(
  api: ManagementApi,
  args: Props,
): AsyncGenerator<ListedDeliveries> {
  const { eventStreamId, filters, from, take, maxItems, includeEvent } = validArguments(api, args);
  const position = new DeliveryPosition(from);
  let remaining = maxItems;
  let pagesWithoutNew = 0;

  while (remaining > 0) {
    const size = position.pageSize(take, remaining);
    const { cursor } = position;
    const page = await fetchDeliveryPage(api, { eventStreamId, filters, cursor, size });
    if (page.items.length === 0) return;

    const fresh = position.takeNew(page);
    if (position.repeatsLast(page)) {
      // The only delivery of a page of one repeats the cursor's, so others may follow. takeNew has
      // learned that pages repeat it, and the next request asks for two.
      if (size === 1) continue;
      return;
    }

    const deliveries = fresh.slice(0, remaining);
    const isCut = deliveries.length < fresh.length;
    remaining -= deliveries.length;
    position.advance(deliveries);
    const next = position.cursorAfter(page, isCut);
    const isLast = next === undefined || next === cursor;

    if (deliveries.length > 0) {
      pagesWithoutNew = 0;
      yield {
        deliveries: deliveries.map((delivery) => withEventIf(includeEvent, delivery)),
        ...(!isLast && { next: position.nextFrom(next) }),
      };
      if (isLast) return;
    } else {
      // Every delivery of this page was on an earlier one.
      if (next === undefined) return;
      pagesWithoutNew++;
      if (isLast || pagesWithoutNew > maxPagesWithoutNew) {
        throw unreadable(api, eventStreamId, repeatedPages);
      }
    }
    position.cursor = next;
  }
}

const repeatedPages = "its pages repeat the same deliveries, so the rest is unknown";

/** The API of the tenant that configuration and environment name. */
export const openTenant = (source: SettingsSource): ManagementApi =>
  openApi(settingsFrom(source, process.env));

interface ListArguments {
  eventStreamId: string;
  filters: Props;
  from: string | undefined;
  take: number;
  maxItems: number;
  includeEvent: boolean;
}

function validArguments(api: ManagementApi, args: Props): ListArguments {
  const { eventStreamId, from, take, maxItems, includeEvent, ...filters } =
    api.passingUnknownValues((passed) => argumentsFrom(args, passed));
  return {
    eventStreamId: String(eventStreamId),
    filters,
    from: from === undefined ? undefined : String(from),
    take: Number(take),
    maxItems: Number(maxItems),
    includeEvent: includeEvent === true,
  };
}

/** The content of an event is personal data: the caller gets it only with `includeEvent`. */
function withEventIf(includeEvent: boolean, { event, ...delivery }: Delivery): Delivery {
  return includeEvent && event !== undefined ? { ...delivery, event } : delivery;
}

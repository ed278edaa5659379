export interface Delivery {
  id: string;
  event_stream_id: string;
  event_type: string;
  status: string;
  attempts: Attempt[];
  event: EventContent;
}

export interface Attempt {
  status: string;
  timestamp: string;
  error_message?: string;
  duration?: number;
}

export interface EventContent {
  id: string;
  source: string;
  specversion: string;
  type: string;
  time: string;
  /** The data is a string in the API reference, but an object in Auth0's recordings. */
  data: unknown;
  /** The purpose of a test event is "test". */
  a0purpose?: string;
  a0stream?: string;
  a0tenant?: string;
}

/** An omitted filter matches every delivery. */
export interface DeliveryFilter {
  statuses?: string[] | undefined;
  event_types?: string[] | undefined;
  /** Inclusive. */
  date_from?: string | undefined;
  /** Exclusive. */
  date_to?: string | undefined;
}

export function matches(filter: DeliveryFilter): (delivery: Delivery) => boolean {
  const { statuses, event_types, date_from, date_to } = filter;
  const start = date_from === undefined ? Number.NEGATIVE_INFINITY : Date.parse(date_from);
  const end = date_to === undefined ? Number.POSITIVE_INFINITY : Date.parse(date_to);
  return (delivery) => {
    const time = timeOf(delivery);
    return (
      (statuses?.includes(delivery.status) ?? true) &&
      (event_types?.includes(delivery.event_type) ?? true) &&
      time >= start &&
      time < end
    );
  };
}

/** The API reference doesn't say which date the query means. This is the first attempt's or the event's. */
const timeOf = ({ attempts, event }: Delivery) => Date.parse(attempts[0]?.timestamp ?? event.time);

import type { EventContent, StoredDestination } from "../model/store";

/** An event that the service would pass to an Action or to EventBridge. */
export interface SentEvent {
  event_stream_id: string;
  destination: StoredDestination;
  event: EventContent;
}

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
  /** A string in the interface, but an object in recordings of the service. */
  data: unknown;
  /** "test" for a test event. */
  a0purpose?: string;
  a0stream?: string;
  a0tenant?: string;
}

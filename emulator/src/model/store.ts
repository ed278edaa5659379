/** What the tenant holds, in wire form and with its secrets. */
export interface Store {
  streams: Map<string, StoredStream>;
  policies: Map<string, StoredPolicy>;
  deliveries: Map<string, Delivery[]>;
  /** How many there have ever been, so that no two share an id. */
  deliveryCount: number;
  fcmv1: { server_credentials: string } | undefined;
}

export interface StoredStream {
  id: string;
  status: string;
  name?: string;
  subscriptions?: { event_type: string }[];
  created_at: string;
  updated_at: string;
  destination: StoredDestination;
}

/** Open, so that a test can store a type or a field that no schema knows. */
export interface StoredDestination {
  type: string;
  configuration: {
    webhook_endpoint?: string;
    webhook_authorization?: WebhookAuthorization;
    aws_account_id?: string;
    aws_region?: string;
    action_id?: string;
    [field: string]: unknown;
  };
}

export interface WebhookAuthorization {
  method: string;
  username?: string;
  password?: string;
  token?: string;
  header_key?: string;
  header_value?: string;
  [field: string]: unknown;
}

export interface StoredPolicy {
  id: string;
  resource: string;
  consumer: string;
  consumer_selector: string;
  configuration: {
    action: string;
    limit?: number;
    redirect_uri?: string;
    [field: string]: unknown;
  };
  created_at: string;
  updated_at: string;
}

export interface Delivery {
  id: string;
  event_stream_id: string;
  status: string;
  event_type: string;
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
  /** A string in the interface, an object in recordings of the service. */
  data: unknown;
}

export function emptyStore(): Store {
  return {
    streams: new Map(),
    policies: new Map(),
    deliveries: new Map(),
    deliveryCount: 0,
    fcmv1: undefined,
  };
}

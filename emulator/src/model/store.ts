/** The tenant's objects with the service's property names, and with their secrets. */
export interface Store {
  streams: Map<string, StoredStream>;
  policies: Map<string, StoredPolicy>;
  deliveries: Map<string, Delivery[]>;
  /** The number of deliveries ever added: each gets another id. */
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

/** Not limited to the types and fields of the schemas: a test may store others. */
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
  /** A string in the interface, but an object in recordings of the service. */
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

import { randomInt } from "node:crypto";
import type { DeliveryLog } from "./deliveryLog";

/** The tenant's objects with Auth0's property names, including their secrets. */
export class Store {
  private readonly collections = new Map<string, Map<string, StoredObject>>();
  /** The deliveries by stream id. */
  readonly deliveries = new Map<string, DeliveryLog>();
  /** The delivery records by stream id. */
  readonly deliveryRecords = new Map<string, DeliveryRecord>();
  /** The number of deliveries ever added, from which each gets its id. */
  deliveryCount = 0;
  fcmv1: { server_credentials: string } | undefined;

  objects<Stored extends StoredObject>(collection: string): Map<string, Stored> {
    const objects = this.collections.get(collection) ?? new Map();
    this.collections.set(collection, objects);
    return objects as Map<string, Stored>;
  }

  get streams(): Map<string, StoredStream> {
    return this.objects("event-streams");
  }

  get policies(): Map<string, StoredPolicy> {
    return this.objects("rate-limit-policies");
  }
}

export interface StoredObject {
  id: string;
  created_at: string;
  updated_at: string;
}

export interface StoredStream extends StoredObject {
  status: string;
  name?: string;
  subscriptions?: { event_type: string }[];
  destination: StoredDestination;
}

/** The type allows more than the schemas, because a test may store other types and fields. */
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

export interface StoredPolicy extends StoredObject {
  resource: string;
  consumer: string;
  consumer_selector: string;
  configuration: {
    action: string;
    limit?: number;
    redirect_uri?: string;
    [field: string]: unknown;
  };
}

export interface DeliveryRecord {
  /** The failed deliveries since the last success, or since the stream was enabled. */
  failuresInARow: number;
  /** Whether the tenant disabled the stream, and not a client. */
  disabledByTenant: boolean;
}

const base62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** With the default length, an id has 26 characters, like an event stream's in the API reference. */
export function newId(prefix: string, length = 22): string {
  const random = Array.from({ length }, () => base62[randomInt(base62.length)]);
  return `${prefix}_${random.join("")}`;
}

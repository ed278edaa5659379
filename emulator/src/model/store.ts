import { randomInt } from "node:crypto";
import type { DeliveryLog } from "./deliveryLog";

/** The tenant's objects with the service's property names, and with their secrets. */
export class Store {
  private readonly collections = new Map<string, Map<string, StoredObject>>();
  /** By the stream's id. */
  readonly deliveries = new Map<string, DeliveryLog>();
  /** By the stream's id. */
  readonly deliveryRecords = new Map<string, DeliveryRecord>();
  /** The number of deliveries ever added: each gets another id. */
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
  /** Failed deliveries since the last success, or since the stream was enabled. */
  failuresInARow: number;
  /** The tenant disabled the stream, not a client. */
  disabledByTenant: boolean;
}

const base62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** By default 26 characters with the prefix, the length of an event stream's id in the API reference. */
export function newId(prefix: string, length = 22): string {
  const random = Array.from({ length }, () => base62[randomInt(base62.length)]);
  return `${prefix}_${random.join("")}`;
}

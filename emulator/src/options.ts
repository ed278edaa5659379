import type { Fault } from "./faults/fault";
import type { RateLimit } from "./http/rateLimit";
import type { RequestRecord } from "./http/requestRecord";

export interface TenantOptions {
  /** 0 lets the operating system choose. @default 0 */
  port?: number;
  /** @default emulator-client */
  clientId?: string;
  /** @default emulator-client-secret */
  clientSecret?: string;
  /** In PEM. With it the tenant accepts client assertions (private-key JWT). */
  clientPublicKey?: string;
  /** The permissions of a token. @default all */
  scopes?: string[];
  /** The lifetime of a token in seconds. @default 86400 */
  expiresIn?: number;
  /** A token bucket for all API requests. @default no limit, and no x-ratelimit headers */
  rateLimit?: RateLimit;
  /** Delays every response, also of the token endpoint, in milliseconds. @default 0 */
  latencyMs?: number;
  /** Faults from the start; `addFault` adds more. */
  faults?: Fault[];
  /** In PEM. With it the tenant serves https. */
  tls?: { key: string; cert: string };
  /**
   * The response of the deliveries route. The API reference shows an array, in which the data of an
   * event is text; recordings of the service show an envelope, in which it is an object.
   * @default envelope
   */
  deliveriesShape?: "array" | "envelope";
  /** The most objects on a page of a list, whatever size is requested. @default no limit */
  pageLimit?: number;
  /** Another domain of the tenant, for clients that reach it by a proxy. */
  domain?: string;
  /** The clock, in milliseconds. @default Date.now */
  now?: () => number;
  /**
   * How far the `Date` of responses is ahead of the dates of objects, in milliseconds; behind if it
   * is negative. @default 0
   */
  clockSkewMs?: number;
  /** `{ policies: false }` is a tenant without Early Access to rate limit policies. @default all */
  entitlements?: Record<string, boolean>;
  /** The most objects of a collection that the tenant holds, as in `{ "event-streams": 10 }`. @default the service's */
  maxObjects?: Record<string, number>;
  /** How the tenant delivers the events that are raised. */
  delivery?: DeliveryOptions;
  /** Called once for every request, after its response or the end of its connection. */
  log?: (request: RequestRecord) => void;
}

/** How a tenant delivers events. */
export interface DeliveryOptions {
  /**
   * The waits before the second and each further attempt, in milliseconds. After the last one the
   * delivery has failed. @default [1000, 2000, 4000]
   */
  retryDelaysMs?: number[];
  /** How long an attempt may take, in milliseconds. @default 10000 */
  timeoutMs?: number;
  /** The failed deliveries in a row after which a stream is disabled. @default 500 */
  disableAfterConsecutive?: number;
  /** The failed deliveries in the list of a stream with which it is disabled. @default 5000 */
  disableAfterTotal?: number;
  /** Certificates in PEM that https trusts, besides those that come with Node. */
  ca?: string;
}

/** The tenant's domain. Its port is known once it listens. */
export const domainOf = ({ port }: { port: number }) => `127.0.0.1:${port}`;

/** The options with their defaults. The tenant changes them when `tenant.set` is called. */
export type Settings = ReturnType<typeof settingsOf>;

export function settingsOf({ delivery, ...options }: TenantOptions & { scopes: string[] }) {
  return {
    port: 0,
    clientId: "emulator-client",
    clientSecret: "emulator-client-secret",
    expiresIn: 86_400,
    latencyMs: 0,
    deliveriesShape: "envelope",
    pageLimit: Number.POSITIVE_INFINITY,
    domain: "localhost",
    clockSkewMs: 0,
    now: Date.now,
    entitlements: {} as Record<string, boolean>,
    maxObjects: {} as Record<string, number>,
    ...options,
    delivery: {
      retryDelaysMs: [1000, 2000, 4000],
      timeoutMs: 10_000,
      disableAfterConsecutive: 500,
      disableAfterTotal: 5000,
      ...delivery,
    },
  };
}

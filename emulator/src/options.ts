import type { Fault } from "./faults/fault";
import type { RateLimit } from "./http/rateLimit";
import type { RequestRecord } from "./http/requestRecord";

export interface TenantOptions {
  /** With 0, the operating system chooses. @default 0 */
  port?: number;
  /** @default emulator-client */
  clientId?: string;
  /** @default emulator-client-secret */
  clientSecret?: string;
  /** A public key in PEM, with which the tenant accepts client assertions (private-key JWT). */
  clientPublicKey?: string;
  /** The permissions of a token. @default all */
  scopes?: string[];
  /** The lifetime of a token in seconds. @default 86400 */
  expiresIn?: number;
  /** A token bucket for all API requests. @default no limit, and no x-ratelimit headers */
  rateLimit?: RateLimit;
  /** The delay of every response in milliseconds, including the token endpoint's. @default 0 */
  latencyMs?: number;
  /** The faults that the tenant has from its start. `addFault` adds more. */
  faults?: Fault[];
  /** A key and a certificate in PEM, with which the tenant serves https. */
  tls?: { key: string; cert: string };
  /** The largest page of a list, whatever size is requested. @default no limit */
  pageLimit?: number;
  /** Another domain of the tenant, for clients that reach it through a proxy. */
  domain?: string;
  /** The clock, in milliseconds. @default Date.now */
  now?: () => number;
  /**
   * How far the `Date` of responses is ahead of the dates of objects, in milliseconds. A negative
   * number means that it is behind. @default 0
   */
  clockSkewMs?: number;
  /** The largest number of objects in each collection, such as `{ "event-streams": 10 }`. @default Auth0's */
  maxObjects?: Record<string, number>;
  /** How the tenant delivers events. */
  delivery?: DeliveryOptions;
  /** The tenant calls it once for each request, after the response or the end of the connection. */
  log?: (request: RequestRecord) => void;
}

/** How a tenant delivers events. */
export interface DeliveryOptions {
  /**
   * The waits before the second and each further attempt, in milliseconds. After the last attempt,
   * the delivery has failed. @default [1000, 2000, 4000]
   */
  retryDelaysMs?: number[];
  /** How long an attempt may take, in milliseconds. @default 10000 */
  timeoutMs?: number;
  /** This many failed deliveries in a row disable a stream. @default 500 */
  disableAfterConsecutive?: number;
  /** This many failed deliveries in a stream's list disable it. @default 5000 */
  disableAfterTotal?: number;
  /** Certificates in PEM that deliveries trust, in addition to Node's. */
  ca?: string;
}

/** The tenant's domain. The port is known once the tenant listens. */
export const domainOf = ({ port }: { port: number }) => `127.0.0.1:${port}`;

/** The options with their defaults. `tenant.set` changes them. */
export type Settings = ReturnType<typeof settingsOf>;

export function settingsOf({ delivery, ...options }: TenantOptions & { scopes: string[] }) {
  return {
    port: 0,
    clientId: "emulator-client",
    clientSecret: "emulator-client-secret",
    expiresIn: 86_400,
    latencyMs: 0,
    pageLimit: Number.POSITIVE_INFINITY,
    domain: "localhost",
    clockSkewMs: 0,
    now: Date.now,
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

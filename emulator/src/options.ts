import { allScopes } from "./auth/scopes";
import type { Fault } from "./faults/faults";
import type { RateLimit } from "./http/rateLimit";
import type { RequestRecord } from "./http/record";

export interface TenantOptions {
  /** 0, the default, lets the system choose. */
  port?: number;
  /** Default 127.0.0.1. */
  host?: string;
  clientId?: string;
  clientSecret?: string;
  /** PEM. Client assertions (private-key JWT) are accepted when it is given. */
  clientPublicKey?: string;
  /** What a token may do. Default: everything. */
  scopes?: string[];
  /** Lifetime of a token in seconds. Default 86400. */
  expiresIn?: number;
  /** A token bucket over all API requests. Default: no limit, and no x-ratelimit headers. */
  rateLimit?: RateLimit;
  /** Every answer, also of the token endpoint, comes so many milliseconds later. Default 0. */
  latencyMs?: number;
  /** What is to go wrong from the start; `addFault` adds more. */
  faults?: Fault[];
  /** PEM. The tenant is served over https when it is given. */
  tls?: { key: string; cert: string };
  /**
   * The interface says an array, in which the data of events is text; recordings of the service show
   * an envelope, in which it is an object. Default envelope.
   */
  deliveriesShape?: "array" | "envelope";
  /** Whether a page of deliveries `from` an id starts with it or after it. Default exclusive. */
  deliveriesFrom?: "exclusive" | "inclusive";
  /** Pages of up to 100 instead of 50. */
  privateCloud?: boolean;
  /** Pages of lists hold no more, whatever is asked for. Default: as many as are asked for. */
  pageLimit?: number;
  /** The canonical domain behind a custom one: the only one that an audience may name. */
  domain?: string;
  /** The clock, in milliseconds. Default Date.now. */
  now?: () => number;
  /** So far is the `Date` of answers ahead of the dates of objects; behind if negative. Default 0. */
  clockSkewMs?: number;
  /** `{ policies: false }`: a tenant without Early Access to rate limit policies. */
  entitlements?: { policies?: boolean };
  /** Deliveries that every new stream starts with. Default 0. */
  seedDeliveries?: number;
  /** Called once for every request, when it has been answered or its connection has ended. */
  log?: (request: RequestRecord) => void;
}

export type Settings = ReturnType<typeof settingsOf>;

export function settingsOf(options: TenantOptions) {
  return {
    port: options.port ?? 0,
    host: options.host ?? "127.0.0.1",
    clientId: options.clientId ?? "emulator-client",
    clientSecret: options.clientSecret ?? "emulator-client-secret",
    clientPublicKey: options.clientPublicKey,
    scopes: options.scopes ?? allScopes,
    expiresIn: options.expiresIn ?? 86_400,
    rateLimit: options.rateLimit,
    latencyMs: options.latencyMs ?? 0,
    tls: options.tls,
    deliveriesShape: options.deliveriesShape ?? "envelope",
    deliveriesFrom: options.deliveriesFrom ?? "exclusive",
    pageMaximum: options.privateCloud ? 100 : 50,
    pageLimit: options.pageLimit ?? Number.POSITIVE_INFINITY,
    domain: options.domain,
    clockSkewMs: options.clockSkewMs ?? 0,
    now: options.now ?? Date.now,
    policiesEntitled: options.entitlements?.policies ?? true,
    seedDeliveries: options.seedDeliveries ?? 0,
    log: options.log,
  };
}

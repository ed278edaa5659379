import { createPublicKey } from "node:crypto";
import type { AddressInfo } from "node:net";
import { identityOf } from "./auth/identity";
import { tokensOf } from "./auth/tokens";
import type { Context } from "./context";
import { type Fault, faultsOf } from "./faults/faults";
import { lateWork } from "./faults/lateWork";
import { apiPrefix, type CannedAnswer, type RequestRecord } from "./http/record";
import { type Changes, change } from "./model/changes";
import { addDeliveries, type DeliveryInput } from "./model/deliveries";
import { type Delivery, emptyStore, type StoredPolicy, type StoredStream } from "./model/store";
import { settingsOf, type TenantOptions } from "./options";
import { serverOf } from "./server";

export interface Tenant {
  /** `http://127.0.0.1:PORT`, or https. */
  readonly url: string;
  /** `127.0.0.1:PORT` */
  readonly domain: string;
  /** What a program needs in its environment to use this tenant. */
  readonly environment: Record<string, string>;
  /** Every request, refused ones too, in order of arrival. */
  readonly requests: RequestRecord[];
  /** `"POST /event-streams"`: the API requests, their paths relative to /api/v2. */
  apiRequests(): string[];
  tokenRequests(): number;
  clearRequests(): void;
  /** In wire form and with secrets; a change here is a change behind every client's back. */
  readonly streams: Map<string, StoredStream>;
  readonly policies: Map<string, StoredPolicy>;
  fcmv1: { server_credentials: string } | undefined;
  /** Appends deliveries to a stream; a number seeds that many, the same ones every time. */
  addDeliveries(streamId: string, deliveries: DeliveryInput[] | number): Delivery[];
  /** Consulted before the handlers; what it returns is answered instead. */
  answer?: ((request: RequestRecord) => CannedAnswer | undefined) | undefined;
  /** A token without asking the token endpoint for one. */
  issueToken(options?: { scopes?: string[]; expiresIn?: number }): string;
  /** Every token issued so far is refused from now on. */
  revokeTokens(): void;
  /** Orders a failure; one that makes no sense is refused here. */
  addFault(fault: Fault): void;
  clearFaults(): void;
  /** Does at once what faults with `when: "late"` have put off. */
  finishLateWork(): void;
  /** Those with something left to do. */
  readonly faults: Fault[];
  /** Changes the latency, the clocks or the rate limit; a rate limit starts with its whole burst, null ends it. */
  set(changes: Changes): void;
  close(): Promise<void>;
}

export async function startTenant(options: TenantOptions = {}): Promise<Tenant> {
  const settings = settingsOf(options);
  // A key that is no key is the caller's mistake, to be told now and not with every assertion.
  if (settings.clientPublicKey !== undefined) createPublicKey(settings.clientPublicKey);
  const store = emptyStore();
  const tokens = tokensOf(settings);
  const requests: RequestRecord[] = [];
  const identity = identityOf(settings.host, settings.port, settings.domain);
  const routes = new Set<string>();
  const faults = faultsOf(routes);
  const late = lateWork(settings.now);
  const context: Context = {
    settings,
    store,
    tokens,
    requests,
    identity,
    routes,
    faults,
    expiries: 0,
    shifts: 0,
    late,
  };
  const { rateLimit, latencyMs, clockSkewMs } = settings;
  change(context, { latencyMs, clockSkewMs, ...(rateLimit && { rateLimit }) });
  const app = serverOf(context);
  await app.ready();
  faults.add(...(options.faults ?? []));
  await app.listen({ port: settings.port, host: settings.host });

  // Port 0 has become a real one.
  const { port } = app.server.address() as AddressInfo;
  context.identity = identityOf(settings.host, port, settings.domain);
  const { domain, issuer } = context.identity;
  const url = `${settings.tls ? "https" : "http"}://${domain}`;

  return {
    url,
    domain,
    environment: {
      AUTH0_DOMAIN: url,
      AUTH0_CLIENT_ID: settings.clientId,
      AUTH0_CLIENT_SECRET: settings.clientSecret,
    },
    requests,
    apiRequests: () =>
      requests
        .filter(({ kind }) => kind === "api")
        .map(({ method, path }) => `${method} ${path.replace(`${apiPrefix}/`, "/")}`),
    tokenRequests: () => requests.filter(({ kind }) => kind === "token").length,
    clearRequests: () => {
      requests.length = 0;
    },
    get streams() {
      late.settle();
      return store.streams;
    },
    get policies() {
      late.settle();
      return store.policies;
    },
    get fcmv1() {
      late.settle();
      return store.fcmv1;
    },
    set fcmv1(value) {
      store.fcmv1 = value;
    },
    get answer() {
      return context.answer;
    },
    set answer(hook) {
      context.answer = hook;
    },
    addDeliveries: (streamId, added) => addDeliveries(store, streamId, added),
    issueToken: (options) => tokens.issue(issuer, options),
    revokeTokens: () => tokens.revokeAll(),
    addFault: (fault) => faults.add(fault),
    clearFaults: () => faults.clear(),
    finishLateWork: () => late.finish(),
    get faults() {
      return faults.left();
    },
    set: (changes) => change(context, changes),
    close: () => app.close(),
  };
}

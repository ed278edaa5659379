import type { AddressInfo } from "node:net";
import type { FastifyInstance } from "fastify";
import { type Changes, type Context, changeSettings, newContext } from "./context";
import { raiseEvent } from "./delivery/newDelivery";
import type { Fault, RespondHook } from "./faults/fault";
import { apiPrefix, type RequestRecord } from "./http/requestRecord";
import { addDeliveries, type DeliveryInput } from "./model/addDeliveries";
import type { Delivery } from "./model/delivery";
import type { StoredObject, StoredPolicy, StoredStream } from "./model/store";
import { allScopes } from "./operations";
import { domainOf, type Settings, settingsOf, type TenantOptions } from "./options";
import { serverOf } from "./server";

export interface Tenant {
  /** `http://127.0.0.1:PORT`, or `https://` with the option `tls`. */
  readonly url: string;
  /** `127.0.0.1:PORT` */
  readonly domain: string;
  /** The environment variables with which a program uses this tenant. */
  readonly environment: Record<string, string>;
  /** The last 100,000 requests in order of arrival, including rejected ones. */
  readonly requests: RequestRecord[];
  /** The API requests as `"POST /event-streams"`, with paths relative to /api/v2. */
  apiRequests(): string[];
  /** The number of token requests. */
  tokenRequests(): number;
  /** Forgets all requests so far. */
  clearRequests(): void;
  /**
   * The objects of a collection such as `event-streams` by id, with Auth0's property names and their
   * secrets. Change them to simulate a change by another client.
   */
  objects<Stored extends StoredObject>(collection: string): Map<string, Stored>;
  /** `objects("event-streams")` */
  readonly streams: Map<string, StoredStream>;
  /** `objects("rate-limit-policies")` */
  readonly policies: Map<string, StoredPolicy>;
  /** The push credentials, if they are set. */
  fcmv1: { server_credentials: string } | undefined;
  /** Appends deliveries to a stream. A number appends that many sample deliveries, always the same. */
  addDeliveries(streamId: string, deliveries: DeliveryInput[] | number): Delivery[];
  /**
   * Raises an event for every enabled stream that subscribes to its type, and returns the pending
   * deliveries. Without `data`, the event has sample data. Throws InvalidInput for an unknown type.
   */
  raise(type: string, data?: object): Delivery[];
  /** Resolves when no attempt to deliver is waiting or under way. */
  deliveriesDone(): Promise<void>;
  /** The tenant calls it before the handlers. If it returns a response, the tenant sends that one. */
  respond?: RespondHook | undefined;
  /** Issues a token without a request of the token endpoint. */
  issueToken(options?: { scopes?: string[] }): string;
  /** Revokes every token issued so far. */
  revokeTokens(): void;
  /** Adds a fault. Throws InvalidInput if the fault could never occur. */
  addFault(fault: Fault): void;
  clearFaults(): void;
  /** Runs the handlers that faults with `when: "late"` have put off. */
  finishLateWork(): void;
  /** The faults that will still affect a request. */
  readonly faults: Fault[];
  /** Changes the latency, the clock skew or the rate limit. */
  set(changes: Changes): void;
  close(): Promise<void>;
}

export async function startTenant(options: TenantOptions = {}): Promise<Tenant> {
  const settings = settingsOf({ scopes: allScopes, ...options });
  const context = newContext(settings);
  const app = serverOf(context);
  // Checking a fault needs the names of the routes, which are known from here on.
  await app.ready();
  context.faults.add(...(options.faults ?? []));
  await app.listen({ port: settings.port, host: "127.0.0.1" });

  // If the option is 0, the operating system has chosen the port.
  settings.port = (app.server.address() as AddressInfo).port;
  return tenantOf(app, context);
}

function tenantOf(app: FastifyInstance, context: Context): Tenant {
  const { settings, store, tokens, requests, faults, lateWork, deliveryEngine } = context;
  const domain = domainOf(settings);
  const url = `${settings.tls ? "https" : "http"}://${domain}`;
  const objects = <Stored extends StoredObject>(collection: string) => {
    lateWork.runDue();
    return store.objects<Stored>(collection);
  };

  return {
    url,
    domain,
    environment: environmentOf(settings, url),
    requests,
    apiRequests: () =>
      requests
        .filter(({ kind }) => kind === "api")
        .map(({ method, path }) => `${method} ${path.replace(`${apiPrefix}/`, "/")}`),
    tokenRequests: () => requests.filter(({ kind }) => kind === "token").length,
    clearRequests: () => {
      requests.length = 0;
    },
    objects,
    get streams() {
      return objects<StoredStream>("event-streams");
    },
    get policies() {
      return objects<StoredPolicy>("rate-limit-policies");
    },
    get fcmv1() {
      lateWork.runDue();
      return store.fcmv1;
    },
    set fcmv1(value) {
      store.fcmv1 = value;
    },
    get respond() {
      return context.respond;
    },
    set respond(hook) {
      context.respond = hook;
    },
    addDeliveries: (streamId, added) => addDeliveries(store, streamId, added),
    raise: (type, data) => raiseEvent(context, type, data),
    deliveriesDone: () => deliveryEngine.done(),
    issueToken: ({ scopes } = {}) => tokens.issue(scopes),
    revokeTokens: () => tokens.revokeAll(),
    addFault: (fault) => faults.add(fault),
    clearFaults: () => faults.clear(),
    finishLateWork: () => lateWork.runAll(),
    get faults() {
      return faults.remaining();
    },
    set: (changes) => changeSettings(context, changes),
    close: async () => {
      deliveryEngine.close();
      await app.close();
    },
  };
}

const environmentOf = ({ clientId, clientSecret }: Settings, url: string) => ({
  AUTH0_DOMAIN: url,
  AUTH0_CLIENT_ID: clientId,
  AUTH0_CLIENT_SECRET: clientSecret,
});

import type { AddressInfo } from "node:net";
import type { FastifyInstance } from "fastify";
import { type Changes, type Context, changeSettings, identityOf, newContext } from "./context";
import { raiseEvent } from "./delivery/newDelivery";
import type { Fault } from "./faults/fault";
import type { RequestRecord } from "./http/requestLog";
import { apiPrefix } from "./http/requestRecord";
import { addDeliveries, type DeliveryInput } from "./model/addDeliveries";
import type { StoredObject, StoredPolicy, StoredStream } from "./model/store";
import { allScopes } from "./operations";
import { type Settings, settingsOf, type TenantOptions } from "./options";
import { serverOf } from "./server";

/** A tenant that runs on this machine. */
export type Tenant = ReturnType<typeof tenantOf>;

export async function startTenant(options: TenantOptions = {}): Promise<Tenant> {
  const settings = settingsOf({ scopes: allScopes, ...options });
  const context = newContext(settings);
  const app = serverOf(context);
  // The names of the routes, which a fault is checked against, are known from here on.
  await app.ready();
  context.faults.add(...(options.faults ?? []));
  await app.listen({ port: settings.port, host: settings.host });

  // The port that the operating system chose, if the option is 0.
  const { port } = app.server.address() as AddressInfo;
  context.identity = identityOf(settings, port);
  return tenantOf(app, context);
}

function tenantOf(app: FastifyInstance, context: Context) {
  const { settings, store, faults, lateWork, deliveryEngine } = context;
  const { records } = context.requests;
  const { domain } = context.identity;
  const url = `${settings.tls ? "https" : "http"}://${domain}`;

  return {
    ...actionsOn(context),
    /** `http://127.0.0.1:PORT`, or https. */
    url,
    /** `127.0.0.1:PORT` */
    domain,
    /** The environment variables with which a program uses this tenant. */
    environment: environmentOf(settings, url),
    /**
     * The requests in order of arrival, including refused ones: the last 100,000, and fewer if these have
     * more than 100 MB as JSON.
     */
    requests: records,
    /** The API requests as `"POST /event-streams"`, with paths relative to /api/v2. */
    apiRequests: () => records.filter(({ kind }) => kind === "api").map(apiRequestName),
    /** The number of token requests. */
    tokenRequests: () => records.filter(({ kind }) => kind === "token").length,
    /** Forgets all requests so far. */
    clearRequests: () => context.requests.clear(),
    /**
     * The objects of a collection such as `event-streams` by id, with the service's property names and with
     * secrets. A change here is a change by another client.
     */
    objects<Stored extends StoredObject>(collection: string): Map<string, Stored> {
      lateWork.runDue();
      return store.objects<Stored>(collection);
    },
    /** `objects("event-streams")` */
    get streams(): Map<string, StoredStream> {
      return this.objects("event-streams");
    },
    /** `objects("rate-limit-policies")` */
    get policies(): Map<string, StoredPolicy> {
      return this.objects("rate-limit-policies");
    },
    /** The push credentials, if they are set. */
    get fcmv1() {
      lateWork.runDue();
      return store.fcmv1;
    },
    set fcmv1(value) {
      store.fcmv1 = value;
    },
    /** Called before the handlers. If it returns something, that is the response. A promise holds up the request. */
    get answer() {
      return context.answer;
    },
    set answer(hook) {
      context.answer = hook;
    },
    /** The faults that will still affect a request. */
    get faults() {
      return faults.remaining();
    },
    async close(): Promise<void> {
      deliveryEngine.close();
      await app.close();
    },
  };
}

/** What others do in a tenant, and how a test controls it. */
function actionsOn(context: Context) {
  const { store, tokens, identity, faults, lateWork, deliveryEngine } = context;
  return {
    /** Appends deliveries to a stream. A number adds that many, and always the same ones. */
    addDeliveries: (streamId: string, deliveries: DeliveryInput[] | number) =>
      addDeliveries(store, streamId, deliveries),
    /**
     * Raises an event: every enabled stream that subscribes to its type gets it. Returns the deliveries
     * as they are now: pending. Without `data` the event has sample data. Throws InvalidInput if there
     * is no such type.
     */
    raise: (type: string, data?: object) => raiseEvent(context, type, data),
    /** Resolves when no attempt to deliver is waiting or under way. */
    deliveriesDone: () => deliveryEngine.done(),
    /** Issues a token without a request of the token endpoint. */
    issueToken: (options?: { scopes?: string[]; expiresIn?: number }) =>
      tokens.issue(identity.issuer, options),
    /** Revokes every token issued so far. */
    revokeTokens: () => tokens.revokeAll(),
    /** Throws InvalidInput if the fault could never occur. */
    addFault: (fault: Fault) => faults.add(fault),
    clearFaults: () => faults.clear(),
    /** Runs the handlers that faults with `when: "late"` have put off. */
    finishLateWork: () => lateWork.runAll(),
    /** Changes the latency, the clock skew or the rate limit. */
    set: (changes: Changes) => changeSettings(context, changes),
  };
}

const environmentOf = (
  { clientId, clientSecret }: Settings,
  url: string,
): Record<string, string> => ({
  AUTH0_DOMAIN: url,
  AUTH0_CLIENT_ID: clientId,
  AUTH0_CLIENT_SECRET: clientSecret,
});

const apiRequestName = ({ method, path }: RequestRecord) =>
  `${method} ${path.replace(`${apiPrefix}/`, "/")}`;

import { posix } from "node:path";
import { ApiError } from "../../provider/api/apiError";
import { type Clock, realClock } from "../../provider/api/clock";
import type { HttpRequest, HttpResponse } from "../../provider/api/http";
import { listAll } from "../../provider/api/listPages";
import { ManagementApi, type SendOptions } from "../../provider/api/managementApi";
import { NoResponse } from "../../provider/api/networkError";
import type { Route } from "../../provider/api/operation";
import type { Settings } from "../../provider/config/settings";
import { wireName } from "../../provider/schema/codec";
import { isObject, type Json, objectsIn, type Props } from "../../provider/shared/json";
import type { ListedKind } from "../support/values/kinds";

/** A request of the Management API, and the response. */
export interface Exchange extends HttpResponse {
  method: string;
  /** The path below /api/v2, with the query. */
  path: string;
  sent: Json | undefined;
  /** The time of the response, in milliseconds since the epoch. */
  at: number;
}

/** Retries of a failing request. A server that rejects a wrong value with 500 does so every time. */
const maxRetries = 2;

/** The tenant under test. It uses the provider's own client, which stays within the rate limit. */
export class Service {
  readonly exchanges: Exchange[] = [];
  /** The paths of objects that were created and not deleted. */
  readonly created = new Set<string>();
  readonly api: ManagementApi;
  /** The ids of the objects that existed before the run, which never changes them. */
  readonly foreign = new Set<string>();
  /** The reason why the run must end. It still cleans up. */
  stopped: string | undefined;

  constructor(
    readonly settings: Settings,
    readonly clock: Clock = realClock,
  ) {
    const limits = { ...settings.limits, maxRetries };
    this.api = new ManagementApi({ ...settings, limits }, clock);
    const { transport } = this.api;
    const exchange = transport.exchange.bind(transport);
    transport.exchange = async (request, ...logged) => {
      this.assertAllowed(request);
      const outcome = await exchange(request, ...logged);
      if (outcome instanceof NoResponse) return outcome;
      this.keep(request, outcome);
      // Without a known limit, the client sends two requests per second, which a free tenant allows.
      if (!isLimited(outcome)) await clock.sleep(500);
      return outcome;
    };
  }

  /** Sends a request, and returns its last exchange with any status. */
  async send(route: string, options: SendOptions = {}): Promise<Exchange> {
    await this.api.send({ route: route as Route, scopes: [] }, options).catch((error: Error) => {
      if (!(error instanceof ApiError) || error.status === undefined) throw error;
    });
    this.assertNotStopped();
    const last = this.exchanges.at(-1);
    if (last === undefined) throw new Error(`${route} had no response`);
    return last;
  }

  list(kind: ListedKind): Promise<Props[]> {
    return listAll(this.api, kind.definition.list);
  }

  /** Whether the token has none of these permissions. An unreadable token may have all. */
  async lacks(scopes: string[]): Promise<boolean> {
    const [, claims = ""] = (await this.api.token.get()).split(".");
    try {
      const { scope } = JSON.parse(Buffer.from(claims, "base64url").toString());
      const granted: string[] = scope.split(" ");
      return !scopes.some((one) => granted.includes(one));
    } catch {
      return false;
    }
  }

  /** Lets another client, which has no state of earlier requests, use the tenant. */
  async rest(): Promise<void> {
    const last = this.exchanges.at(-1);
    // A free tenant allows two requests per second.
    if (last && isLimited(last)) await this.clock.sleep(1000);
  }

  /** Repeats work until it is done or takes too long. Returns the last result. */
  async repeat<T>(
    act: () => Promise<T>,
    isDone: (result: T) => boolean,
    maxMs = 10_000,
  ): Promise<T> {
    const end = this.clock.now() + maxMs;
    for (;;) {
      const result = await act();
      if (isDone(result) || this.clock.now() > end) return result;
      // A slow server must not get hundreds of requests.
      await this.clock.sleep(maxMs / 20);
    }
  }

  private assertNotStopped(): void {
    if (this.stopped) throw new Error(this.stopped);
  }

  /** Every request of the run passes here, those of the provider's lifecycle too. */
  private assertAllowed({ method, url }: HttpRequest): void {
    this.assertNotStopped();
    const foreign = url.split(/[/?]/).find((part) => this.foreign.has(part));
    if (method !== "GET" && foreign) throw new Error(`the tenant had ${foreign} before the run`);
  }

  private keep({ method, url, body }: HttpRequest, response: HttpResponse): void {
    const [, path] = url.split("/api/v2");
    // Requests for a token contain secrets.
    if (path === undefined) return;
    this.exchanges.push({
      ...response,
      method,
      path,
      sent: body === undefined ? undefined : JSON.parse(body),
      at: this.clock.now(),
    });
    if (method === "DELETE" && isGone(response)) this.created.delete(path);
    const id = idOf(response);
    if (method !== "POST" || !isSuccess(response) || !id) return;
    if (this.foreign.has(id)) {
      this.stopped = `${method} ${path} returned ${id}, which the tenant had before the run`;
    } else this.created.add(`${path}/${id}`);
  }
}

/** Whether a response shows the rate limit. */
export const isLimited = ({ headers }: Pick<Exchange, "headers">): boolean =>
  headers["x-ratelimit-remaining"] !== undefined;

export const isSuccess = ({ status }: Pick<Exchange, "status">): boolean =>
  status >= 200 && status < 300;

const isGone = (response: Pick<Exchange, "status">) =>
  isSuccess(response) || response.status === 404;

/** The object in a response, or an empty one. */
export const objectOf = ({ body }: Pick<Exchange, "body">): Props => (isObject(body) ? body : {});

/** The id in a response, or an empty text. */
export const idOf = (response: Pick<Exchange, "body">): string => `${objectOf(response).id ?? ""}`;

/** The objects of a list, in an envelope of any name or without one. */
export const itemsOf = ({ body }: Pick<Exchange, "body">): Props[] =>
  objectsIn([body, ...Object.values(objectOf({ body }))].find(Array.isArray));

/** Whether this run, or any run without `runId`, created an object. */
export function isOwn({ definition }: ListedKind, object: Props, runId = "[0-9a-f]{8}"): boolean {
  const names = [definition.nameProperty, ...(definition.naturalKey ?? [])];
  // A policy's selector starts with `client_id:`.
  const own = new RegExp(`^(client_id:)?acceptance-${runId}-`);
  return names.some((name) => own.test(`${object[wireName(name)]}`));
}

/** Deletes the objects of this run, or of all runs. Returns what could not be deleted, and why. */
export async function cleanUp(
  service: Service,
  kinds: ListedKind[],
  runId?: string,
): Promise<string[]> {
  const failures: string[] = [];
  for (const kind of kinds) {
    const listed = await service.list(kind).catch((error: Error) => {
      failures.push(error.message);
      return [];
    });
    const own = listed.filter((object) => isOwn(kind, object, runId));
    // A list may be outdated.
    const created = [...service.created]
      .filter((path) => `GET ${posix.dirname(path)}` === kind.routes.list)
      .map((path) => posix.basename(path));
    for (const id of new Set([...created, ...own.map((object) => String(object.id))])) {
      const failure = await service.send(`${kind.routes.delete}`, { id }).then(
        (response) => (isGone(response) ? undefined : `status ${response.status}`),
        (error: Error) => error.message,
      );
      if (failure) failures.push(`${kind.name} ${id} was not deleted: ${failure}`);
    }
  }
  return failures;
}

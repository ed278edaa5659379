import { ApiError } from "../../provider/api/apiError";
import { type Clock, realClock } from "../../provider/api/clock";
import type { HttpResponse } from "../../provider/api/http";
import { listAll } from "../../provider/api/listPages";
import { ManagementApi, type SendOptions } from "../../provider/api/managementApi";
import { NoResponse } from "../../provider/api/networkError";
import type { Route } from "../../provider/api/operation";
import type { Settings } from "../../provider/config/settings";
import { wireName } from "../../provider/schema/codec";
import { isObject, type Json, type Props } from "../../provider/shared/json";
import type { ListedKind } from "../support/values/kinds";

/** A request of the Management API, and the response. */
export interface Exchange {
  number: number;
  method: string;
  /** Below /api/v2, with the query. */
  path: string;
  sent: Json | undefined;
  correlationId: string | undefined;
  status: number;
  body: Json | undefined;
  headers: HttpResponse["headers"];
  /** When the response came, in milliseconds since the epoch. */
  at: number;
}

/** Repeats of a request that fails: a service that answers a wrong value with 500 answers it so each time. */
const maxRetries = 2;

/** The tenant under test, by the provider's own client, which stays within the rate limit. */
export class Service {
  readonly exchanges: Exchange[] = [];
  api: ManagementApi;
  /** Set once the user interrupts the run. Cleaning up goes on. */
  interrupted = false;

  constructor(
    readonly settings: Settings,
    readonly clock: Clock = realClock,
  ) {
    this.api = this.newApi();
  }

  /** Sends a request, and returns the last exchange of it, whatever its status. */
  async send(route: string, options: SendOptions = {}): Promise<Exchange> {
    if (this.interrupted) throw new Error("the run was interrupted");
    try {
      await this.api.send({ route: route as Route, scopes: [] }, options);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status === undefined) throw error;
    }
    const last = this.exchanges.at(-1);
    if (last === undefined) throw new Error(`${route} had no response`);
    return last;
  }

  list(kind: ListedKind): Promise<Props[]> {
    return listAll(this.api, kind.definition.list);
  }

  /** Of the access token; undefined where the token does not say. */
  async scopes(): Promise<string[] | undefined> {
    const [, claims = ""] = (await this.api.token.get()).split(".");
    try {
      const { scope } = JSON.parse(Buffer.from(claims, "base64url").toString());
      return typeof scope === "string" ? scope.split(" ") : undefined;
    } catch {
      return undefined;
    }
  }

  /** Lets another process use the tenant: before and after it, some requests are granted. */
  async rest(): Promise<void> {
    const isLimited = this.exchanges.at(-1)?.headers["x-ratelimit-remaining"] !== undefined;
    // Two requests a second are granted to a free tenant: six, more than a process sends at once.
    if (isLimited) await this.clock.sleep(3000);
    this.api = this.newApi();
  }

  /** The ids of the objects that this run has created and not deleted, by kind. */
  created(kind: ListedKind): string[] {
    const path = kind.routes.list.replace("GET ", "");
    const created = this.exchanges
      .filter((one) => `${one.method} ${one.path}` === `POST ${path}` && isSuccess(one))
      .map(({ body }) => (isObject(body) ? String(body.id) : ""));
    const deleted = (id: string) => (one: Exchange) =>
      one.method === "DELETE" && one.path === `${path}/${id}` && isSuccess(one);
    return created.filter((id) => id !== "" && !this.exchanges.some(deleted(id)));
  }

  /** A client whose exchanges are kept. A new one knows nothing of the tenant's budget. */
  private newApi(): ManagementApi {
    const limits = { ...this.settings.limits, maxRetries };
    const api = new ManagementApi({ ...this.settings, limits }, this.clock);
    const { transport } = api;
    const exchange = transport.exchange.bind(transport);
    transport.exchange = async (request) => {
      const outcome = await exchange(request);
      const [, path] = request.url.split("/api/v2");
      if (path === undefined || outcome instanceof NoResponse) return outcome;
      this.exchanges.push({
        number: this.exchanges.length + 1,
        method: request.method,
        path,
        sent: request.body === undefined ? undefined : JSON.parse(request.body),
        correlationId: request.headers["X-Correlation-ID"],
        at: this.clock.now(),
        ...outcome,
      });
      return outcome;
    };
    return api;
  }
}

export const isSuccess = ({ status }: Pick<Exchange, "status">): boolean =>
  status >= 200 && status < 300;

/** The objects of a list. */
export const itemsOf = (body: Json | undefined): Props[] => {
  const values = isObject(body) ? Object.values(body) : [body];
  return (values.find(Array.isArray) ?? []) as Props[];
};

/** `(^|[:/])`: a policy's selector has `client_id:` before it. */
const mark = (runId: string) => new RegExp(`(^|[:/])acceptance-${runId}-`);

/** Whether an object, in the service's names, was made by this run; without `runId`, by any run. */
export function isOwn({ definition }: ListedKind, object: Props, runId = "[0-9a-f]{8}"): boolean {
  const names = [definition.nameProperty, ...(definition.naturalKey ?? [])];
  return names.some((name) => mark(runId).test(String(object[wireName(name)])));
}

/** Deletes the objects of this run, or of all runs. Returns what could not be deleted, and why. */
export async function cleanUp(
  service: Service,
  kinds: ListedKind[],
  runId?: string,
): Promise<string[]> {
  service.interrupted = false;
  const failures: string[] = [];
  for (const kind of kinds) {
    const deletion = kind.definition.delete?.route;
    if (deletion === undefined) continue;
    const listed = await service.list(kind).catch((error: Error) => {
      failures.push(error.message);
      return [];
    });
    const own = listed.filter((object) => isOwn(kind, object, runId)).map(({ id }) => String(id));
    for (const id of new Set([...service.created(kind), ...own])) {
      const problem = await service.send(deletion, { id }).then(
        ({ status }) => (isGone(status) ? undefined : `status ${status}`),
        (error: Error) => error.message,
      );
      if (problem) failures.push(`${kind.name} ${id} was not deleted: ${problem}`);
    }
  }
  return failures;
}

const isGone = (status: number) => isSuccess({ status }) || status === 404;

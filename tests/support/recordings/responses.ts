import type { StoredStream, Tenant } from "../../../emulator/src";
import { startQuick } from "../../unit/emulator/support/deliveries";
import { startReceiver } from "../../unit/emulator/support/receiver";
import { call } from "../../unit/emulator/support/tenant";
import type { RecordedExchange } from "./recording";
import { type Difference, inAnyOrder, shapeOf } from "./shape";

/** All differences between the recorded responses and the emulator's. */
export const differences: Difference[] = [
  {
    key: "data",
    reason: "The service's sample of a user has more properties. Programs must not depend on them.",
    compared: (shape) => Object.keys(shape as object),
  },
  {
    key: "error_message",
    reason: "The service cuts messages after 50 characters, which hides why an attempt failed.",
    compared: (shape) => typeof shape,
  },
  {
    key: "source",
    reason:
      "The service has the tenant in the source of a test event, and leaves it out in a list.",
    compared: (shape) => typeof shape,
  },
  {
    key: "configuration",
    reason: "The emulator has a destination's keys in the order of the request. JSON has no order.",
    compared: inAnyOrder,
  },
  {
    key: "event",
    reason:
      "The service has another order of keys in a list than in a test event. JSON has no order.",
    compared: inAnyOrder,
  },
];

export interface Comparison {
  request: string;
  recorded: { status: number; body: unknown };
  returned: { status: number; body: unknown };
}

/** Sends the recorded requests to a new tenant, with its own ids in place of the recorded ones. */
export async function responsesTo(exchanges: RecordedExchange[]): Promise<Comparison[]> {
  const tenant = await startQuick();
  const { endpoint } = await startReceiver(() => 503);
  addListedStreams(tenant, exchanges);
  const ids = new Map<string, string>();
  const comparisons: Comparison[] = [];
  for (const { request, response } of exchanges) {
    const sent = JSON.stringify(request)
      .replace(/[a-z]{3}_[A-Za-z0-9]{21,22}|checkpoint-\d+/g, (id) => ids.get(id) ?? id)
      .replace(/https:\/\/hooks\.example\.com\/w\/[\w-]+/g, endpoint);
    const { method, path, body } = JSON.parse(sent) as RecordedExchange["request"];
    const returned = await call(tenant, `${method} ${path}`, body);
    // Auth0 delivers events in the background.
    await tenant.deliveriesDone();

    const { id, next } = (response.body ?? {}) as { id?: string; next?: string };
    if (method === "POST" && id !== undefined) ids.set(id, returned.body.id);
    if (next !== undefined) ids.set(next, returned.body.next);
    const recorded = { status: response.status, body: response.body ?? "" };
    comparisons.push({ request: `${request.method} ${request.path}`, recorded, returned });
  }
  return comparisons;
}

/** The streams of a recorded list that its recording did not create. */
function addListedStreams({ streams }: Tenant, exchanges: RecordedExchange[]): void {
  const created = exchanges.map(({ response }) => (response.body as { id?: string })?.id);
  for (const { response } of exchanges) {
    const { eventStreams = [] } = (response.body ?? {}) as { eventStreams?: StoredStream[] };
    for (const stream of eventStreams) {
      if (!created.includes(stream.id)) streams.set(stream.id, stream);
    }
  }
}

/** The order of keys counts, which `toEqual` ignores. */
export const textOf = ({ status, body }: Comparison["recorded"], ignored: Difference[]) =>
  JSON.stringify({ status, body: shapeOf(body, ignored) }, null, 1);

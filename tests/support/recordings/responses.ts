import type { StoredStream, Tenant } from "../../../emulator/src";
import { startQuick } from "../../unit/emulator/support/deliveries";
import { startReceiver } from "../../unit/emulator/support/receiver";
import { call } from "../../unit/emulator/support/tenant";
import type { RecordedExchange } from "./recording";

/** Keys of texts that differ between tenants. */
const freeTexts = ["a0tenant", "next", "webhook_endpoint"];

const forms: [name: string, form: RegExp][] = [
  ["the id of a stream", /^est_[A-Za-z0-9]{22}$/],
  ["the id of a policy", /^rlp_[A-Za-z0-9]{21,22}$/],
  ["the id of a delivery", /^evt_[A-Za-z0-9]{22}$/],
  ["a time", /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/],
  ["a time in microseconds", /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/],
  ["a time in seconds", /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/],
  ["a partner event source", /^aws\.partner\/auth0\.com\/[^/]+\/auth0\.events$/],
];

/** Keys of properties that are not compared in full. */
interface Difference {
  key: string;
  reason: string;
  /** The part of its shape that is compared. */
  compared(shape: unknown): unknown;
}

/**
 * The common parts of two responses to one request: the keys of every object in order, the types of all
 * values, and the texts that do not depend on the tenant.
 */
function shapeOf(value: unknown, differences: Difference[] = [], key = ""): unknown {
  const shape = fullShapeOf(value, differences, key);
  const difference = differences.find((one) => one.key === key);
  return difference ? difference.compared(shape) : shape;
}

function fullShapeOf(value: unknown, differences: Difference[], key: string): unknown {
  if (Array.isArray(value)) return value.map((item) => shapeOf(item, differences));
  if (typeof value === "object" && value !== null) {
    const entries = Object.entries(value).map(([name, item]) => [
      name,
      shapeOf(item, differences, name),
    ]);
    return Object.fromEntries(entries);
  }
  if (typeof value !== "string") return typeof value;
  if (freeTexts.includes(key)) return "text";
  return forms.find(([, form]) => form.test(value))?.[0] ?? value;
}

/** A shape with sorted keys. */
function inAnyOrder(shape: unknown): unknown {
  if (Array.isArray(shape)) return shape.map(inAnyOrder);
  if (typeof shape !== "object" || shape === null) return shape;
  const entries = Object.entries(shape).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, item]) => [key, inAnyOrder(item)]));
}

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

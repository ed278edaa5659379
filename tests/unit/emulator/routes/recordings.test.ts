import { expect, test } from "@jest/globals";
import type { StoredStream, Tenant } from "../../../../emulator/src";
import {
  type RecordedExchange,
  recording,
  streamRecordings,
} from "../../../support/recordings/recording";
import { type Difference, inAnyOrder, shapeOf } from "../../../support/recordings/shape";
import { startQuick } from "../support/deliveries";
import { startReceiver } from "../support/receiver";
import { call } from "../support/tenant";

/** Everything in which the emulator's responses to the recorded requests differ. */
const differences: Difference[] = [
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

const recordings = [
  ...streamRecordings,
  "go-auth0/list",
  "terraform-provider-auth0/invalid-id",
  "go-auth0/deliveries",
];

interface Comparison {
  request: string;
  recorded: { status: number; body: unknown };
  returned: { status: number; body: unknown };
}

/** Sends the recorded requests to a new tenant, with its own ids in the place of recorded ones. */
async function responsesTo(exchanges: RecordedExchange[]): Promise<Comparison[]> {
  const tenant = await startQuick();
  const { endpoint } = await startReceiver(() => 503);
  addListedStreams(tenant, exchanges);
  const ids = new Map<string, string>();
  const comparisons: Comparison[] = [];
  for (const { request, response } of exchanges) {
    const sent = JSON.stringify(request)
      .replace(/(est|evt)_[A-Za-z0-9]{22}/g, (id) => ids.get(id) ?? id)
      .replace(/https:\/\/hooks\.example\.com\/w\/[\w-]+/g, endpoint);
    const { method, path, body } = JSON.parse(sent) as RecordedExchange["request"];
    const returned = await call(tenant, `${method} ${path}`, body);
    // The service delivers in the background.
    await tenant.deliveriesDone();

    const { id } = (response.body ?? {}) as { id?: string };
    if (method === "POST" && id !== undefined) ids.set(id, returned.body.id);
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
const textOf = ({ status, body }: Comparison["recorded"], ignored: Difference[]) =>
  JSON.stringify({ status, body: shapeOf(body, ignored) }, null, 1);

test.each(recordings)("responses have the shape of the recording %s", async (name) => {
  for (const { request, recorded, returned } of await responsesTo(recording(name))) {
    const [expected, actual] = [recorded, returned].map((one) => textOf(one, differences));
    expect(`${request}\n${actual}`).toBe(`${request}\n${expected}`);
  }
});

test("every difference that is listed is one", async () => {
  const comparisons = (await Promise.all(recordings.map(recording).map(responsesTo))).flat();
  const obsolete = differences.filter((difference) => {
    const others = differences.filter((one) => one !== difference);
    return comparisons.every(
      ({ recorded, returned }) => textOf(recorded, others) === textOf(returned, others),
    );
  });
  expect(obsolete).toEqual([]);
});

import { expect, test } from "@jest/globals";
import { listDeliveries } from "../../../../provider/deliveries/listDeliveries";
import { redeliverMatching, redeliverOne } from "../../../../provider/deliveries/redeliver";
import { sendTestEvent } from "../../../../provider/deliveries/testEvent";
import { readDelivery } from "../../../../provider/deliveries/waitForResult";
import type { Json, Props } from "../../../../provider/shared/json";
import {
  inCamelCase,
  type RecordedExchange,
  recording,
} from "../../../support/recordings/recording";
import { replay } from "../../../support/recordings/replay";

const exchanges = recording("go-auth0/deliveries");
const eventStreamId = "est_aD5AUDqZbHFcMoEx2LxAk9";

/** The recorded exchanges of a route: `"POST /test"` of the stream. */
function exchangesOf(route: string): RecordedExchange[] {
  const [method, suffix] = route.split(" ");
  const path = `/event-streams/${eventStreamId}${suffix}`;
  return exchanges.filter(
    ({ request }) => request.method === method && request.path.split("?")[0] === path,
  );
}

const responsesOf = (route: string) =>
  exchangesOf(route).map(({ response }) => response.body as Props);

/** A delivery of a response as the library returns it. */
function delivery({ event, ...wire }: Props, includeEvent: boolean): Json {
  const { a0tenant: _, a0stream: _stream, ...declared } = event as Props;
  return { ...(inCamelCase(wire) as Props), ...(includeEvent && { event: declared }) };
}

test("exactly the recorded requests of deliveries are sent", async () => {
  const { api, pending, bodies } = await replay(exchanges.slice(1, -1));
  for (const eventType of ["user.created", "user.created", "user.created", "user.updated"]) {
    await sendTestEvent(api, eventStreamId, { eventType });
  }
  const listed = { eventStreamId, take: 50 };
  await listDeliveries(api, { ...listed, eventTypes: ["user.created", "user.updated"] }).next();
  await redeliverMatching(api, eventStreamId, {});
  await listDeliveries(api, { ...listed, eventTypes: ["user.updated"] }).next();
  await redeliverOne(api, eventStreamId, "evt_q273LFcsfrNovuzswy8qBz");
  await readDelivery(api, eventStreamId, "evt_q273LFcsfrNovuzswy8qBz");

  expect(pending).toEqual([]);
  expect(bodies.filter((body) => body !== undefined)).toEqual([
    { event_type: "user.created" },
    { event_type: "user.created" },
    { event_type: "user.created" },
    { event_type: "user.updated" },
    // go-auth0 sends {}. The provider names the status that it redelivers.
    { statuses: ["failed"] },
  ]);
});

test("a recorded test event gives a pending delivery", async () => {
  const [response] = responsesOf("POST /test");
  const { api } = await replay(exchangesOf("POST /test"));
  const { event: _, ...sent } = await sendTestEvent(api, eventStreamId, {
    eventType: "user.created",
  });
  expect(sent).toEqual(delivery(response ?? {}, false));
});

test.each([false, true])(
  "a recorded page gives its deliveries, includeEvent: %s",
  async (content) => {
    for (const exchange of exchangesOf("GET /deliveries")) {
      const { api } = await replay([exchange]);
      const [, types = ""] = /event_types=([^&]*)/.exec(exchange.request.path) ?? [];
      const eventTypes = decodeURIComponent(types).split(",");
      const args = { eventStreamId, eventTypes, take: 50, includeEvent: content };
      const { value } = await listDeliveries(api, args).next();

      const { deliveries, next } = exchange.response.body as { deliveries: Props[]; next: string };
      expect(value.deliveries).toEqual(deliveries.map((wire) => delivery(wire, content)));
      expect(value.next).toBe(`after:${deliveries.at(-1)?.id}:${next}`);
    }
  },
);

test("a recorded delivery has its attempts of every redelivery", async () => {
  const route = "GET /deliveries/evt_q273LFcsfrNovuzswy8qBz";
  const [response = {}] = responsesOf(route);
  const { api } = await replay(exchangesOf(route));
  const read = await readDelivery(api, eventStreamId, String(response.id));
  expect(read).toEqual(delivery(response, true));
  const failed = { status: "failed", errorMessage: expect.any(String) };
  const series = Array(4).fill(failed);
  const retrying = { status: "retrying", timestamp: expect.any(String) };
  expect(read?.attempts).toMatchObject([...series, retrying, ...series, retrying, ...series]);
});

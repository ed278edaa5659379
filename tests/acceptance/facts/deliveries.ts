import { encode } from "../../../provider/schema/codec";
import { isObject, type Props } from "../../../provider/shared/json";
import { type ListedKind, listedKinds } from "../../support/values/kinds";
import { differencesOf, type Run } from "../run";
import { type Exchange, isSuccess } from "../service";

/** Deliveries of a stream whose receiver does not exist, or takes only the token of this suite. */

/** The token that the receiver of the option `receiver` must require. */
export const receiverToken = "acceptance-token";

const [kind] = listedKinds.filter(({ name }) => name === "EventStream") as [ListedKind];
const deliveries = "/event-streams/{id}/deliveries";
const redeliver = "/event-streams/{id}/redeliver";
const sendTest = "POST /event-streams/{id}/test";
const testEvent = { event_type: "user.created" };

export async function deliveryFacts(run: Run): Promise<void> {
  const id = await createStream(run);
  if (run.options.receiver) return receiverFacts(run, id);
  const delivery = await failedDelivery(run, id);
  if (delivery === undefined) return;
  await attemptFacts(run, id, delivery);
  await queryFacts(run, id, String(delivery.id));
  await redeliveryFacts(run, id, String(delivery.id));
  await statusFacts(run, id);
  run.leave(
    "a checkpoint of deliveries expires after 24 hours",
    "API reference",
    "no run takes a day",
  );
}

async function createStream(run: Run): Promise<string> {
  const program = {
    subscriptions: [{ eventType: "user.created" }],
    destination: {
      type: "webhook",
      configuration: {
        webhookEndpoint: kind.external.find(({ option }) => option === "receiver")?.value ?? "",
        webhookAuthorization: { method: "bearer", token: receiverToken },
      },
    },
  };
  const body = encode(kind.resource.inputs, run.own(kind, program));
  const created = await run.service.send(kind.routes.create, { body });
  if (isSuccess(created) && isObject(created.body)) return String(created.body.id);
  throw new Error(`no stream was created: ${differencesOf(created, 201)}`);
}

/** How long a delivery may take to fail: its attempts end after about 7 seconds. */
const maxWaitMs = 60_000;

/** Reads a delivery until it has been attempted for the last time. */
async function outcomeOf(run: Run, id: string, deliveryId: string): Promise<Exchange> {
  const { clock } = run.service;
  const end = clock.now() + maxWaitMs;
  for (;;) {
    const read = await run.service.send(`GET ${deliveries}/{event_id}`, { id, deliveryId });
    const { status } = isObject(read.body) ? read.body : {};
    const isUnderWay = read.status === 200 && (status === "pending" || status === "retrying");
    if (!isUnderWay || clock.now() > end) return read;
    await clock.sleep(2000);
  }
}

async function failedDelivery(run: Run, id: string): Promise<Props | undefined> {
  const sent = await run.service.send(sendTest, { id, body: testEvent });
  run.expect("a test event is a delivery that is pending", "recorded", sent, 202, {
    event_stream_id: id,
    event_type: testEvent.event_type,
    status: "pending",
    attempts: [],
  });
  if (!isSuccess(sent) || !isObject(sent.body)) return undefined;
  const failed = await outcomeOf(run, id, String(sent.body.id));
  const expected = { status: "failed", event_stream_id: id };
  run.expect("a delivery to nobody fails", "documented", failed, 200, expected);
  return isObject(failed.body) ? failed.body : undefined;
}

async function attemptFacts(run: Run, id: string, delivery: Props): Promise<void> {
  const attempts = (Array.isArray(delivery.attempts) ? delivery.attempts : []) as Props[];
  const count = attempts.length === 4 ? [] : [`${attempts.length} attempts`];
  run.settle("a delivery is attempted 4 times", "documented", count, []);
  const ends = attempts.map(({ timestamp }) => Date.parse(String(timestamp)));
  const waits = attempts
    .slice(1)
    .map(({ duration }, index) => (ends[index + 1] ?? 0) - (ends[index] ?? 0) - Number(duration));
  // Of attempts that are missing, another fact tells; a service that is busy waits longer.
  const isTooSoon = waits.some((wait, index) => wait < 900 * 2 ** index);
  const differences = isTooSoon ? [waits.map((wait) => `${Math.round(wait)} ms`).join(", ")] : [];
  run.settle("there are at least 1, 2 and 4 seconds between them", "recorded", differences, []);
  const { data } = (isObject(delivery.event) ? delivery.event : {}) as Props;
  const form = isObject(data) ? [] : [`it is a ${typeof data}`];
  run.settle("the data of its event is an object", "recordings contradict the reference", form, []);
  const stream = await run.service.send(kind.routes.read, { id });
  run.expect(
    "four failed attempts do not disable a stream",
    "the documentation contradicts itself",
    stream,
    200,
    { status: "enabled" },
  );
}

async function queryFacts(run: Run, id: string, deliveryId: string): Promise<void> {
  const list = (query: Record<string, string>) =>
    run.service.send(`GET ${deliveries}`, { id, query });
  const failed = await list({ statuses: "failed", take: "1" });
  const { deliveries: items, next } = (isObject(failed.body) ? failed.body : {}) as Props;
  const isListed = Array.isArray(items) && (items[0] as Props | undefined)?.id === deliveryId;
  const differences = isListed ? [] : ["the failed delivery is not the first of `deliveries`"];
  const reference = "recordings contradict the reference";
  run.settle("deliveries are listed in an envelope", reference, differences, [failed]);
  const more = typeof next === "string" ? [] : ["it has no `next`"];
  run.settle("the last page of deliveries has a checkpoint, too", "recorded", more, [failed]);
  const afterIt = await list({ from: deliveryId, take: "1" });
  run.expect("a list can continue after a delivery's id", "API reference", afterIt, 200);
  const wrong: [string, string][] = [
    ["statuses", ",failed"],
    ["event_types", "user.yawned"],
    ["date_from", "yesterday"],
    ["date_to", "tomorrow"],
    ["take", "0"],
    ["from", "no-checkpoint"],
  ];
  for (const [name, value] of wrong) {
    const refused = await list({ [name]: value });
    run.expect(`deliveries: ${name}=${value} is refused`, "API reference", refused, 400);
  }
  const unknown = { id, deliveryId: `evt_${"0".repeat(22)}` };
  const missing = await run.service.send(`GET ${deliveries}/{event_id}`, unknown);
  run.expect("a delivery that does not exist is a 404", "published contract", missing, 404);
}

async function redeliveryFacts(run: Run, id: string, deliveryId: string): Promise<void> {
  const one = () => run.service.send(`POST ${redeliver}/{event_id}`, { id, deliveryId });
  const body = { statuses: ["failed"] };
  const first = await one();
  run.expect("a failed delivery can be redelivered", "published contract", first, 202);
  const again = await one();
  run.expect("a delivery under way cannot be redelivered", "published contract", again, 409);
  const failed = await outcomeOf(run, id, deliveryId);
  run.expect("a redelivery to nobody fails", "recorded", failed, 200, { status: "failed" });
  const all = await run.service.send(`POST ${redeliver}`, { id, body });
  run.expect("all failed deliveries can be redelivered", "published contract", all, 202, body);
  await outcomeOf(run, id, deliveryId);
}

async function statusFacts(run: Run, id: string): Promise<void> {
  const statistics = await run.service.send("GET /event-streams/{id}/stats", { id });
  const { metrics } = (isObject(statistics.body) ? statistics.body : {}) as Props;
  const totals = (Array.isArray(metrics) ? metrics : []).map((one) => (one as Props).window_total);
  const isCounted = statistics.status === 200 && totals.some((total) => Number(total) > 0);
  const differences = isCounted ? [] : [...differencesOf(statistics, 200), "no failure is counted"];
  run.settle("statistics count failed deliveries", "recorded", differences, [statistics]);
  await run.service.send(kind.routes.update, { id, body: { status: "disabled" } });
  const refused = await run.service.send(sendTest, { id, body: testEvent });
  run.expect("a disabled stream takes no test event", "documented", refused, 400);
  const enabled = await run.service.send(kind.routes.update, { id, body: { status: "enabled" } });
  run.expect("a stream that a user disabled can be enabled", "documented", enabled, 200);
}

/** The receiver sees what no response shows: whether an update without the secret keeps it. */
async function receiverFacts(run: Run, id: string): Promise<void> {
  const body = { name: run.newName() };
  const renamed = await run.service.send(kind.routes.update, { id, body });
  run.expect("a stream is renamed without its secret", "API reference", renamed, 200, body);
  const sent = await run.service.send(sendTest, { id, body: testEvent });
  const deliveryId = isObject(sent.body) ? String(sent.body.id) : "";
  const delivered = await outcomeOf(run, id, deliveryId);
  run.expect(
    "a rename leaves the secret of a webhook: the receiver accepts the next event, which is not listed any more",
    "design of this provider",
    delivered,
    404,
  );
}

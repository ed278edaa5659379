import { isObject, objectsIn, type Props } from "../../../provider/shared/json";
import { kindNamed, type ListedKind } from "../../support/values/kinds";
import { design, differencesOf, type Run } from "../run";
import { cleanUp, type Exchange, idOf, isSuccess, objectOf } from "../service";

/** Tests deliveries to an address that no resolver knows (RFC 2606), so they fail. */

const kind = kindNamed("EventStream") as ListedKind;
const testRoute = "POST /event-streams/{id}/test";
const list = "GET /event-streams/{id}/deliveries";
const read = "GET /event-streams/{id}/deliveries/{event_id}";
const redeliver = "POST /event-streams/{id}/redeliver/{event_id}";
const redeliverAll = "POST /event-streams/{id}/redeliver";
const body = { event_type: "user.created" };

export async function deliveryFacts(run: Run): Promise<void> {
  if (!run.kinds.includes(kind)) return;
  if (!run.hasCreated(kind)) return run.leave("deliveries", "", "no stream was created");
  const id = await createStream(run);
  const secretStays = "a rename leaves the secret of a webhook";
  run.leave(secretStays, design, "no response shows it");
  const pending = { event_stream_id: id, ...body, status: "pending", attempts: [] };
  const fact = "a test event is a delivery that is pending";
  const sent = await run.ask([fact, "recorded"], [testRoute, { id, body }], 202, pending);
  if (!isSuccess(sent)) return;
  const ids = { id, deliveryId: idOf(sent) };
  const failed = await outcomeOf(run, ids);
  const expected = { status: "failed", event_stream_id: id };
  run.expect("a delivery to nobody fails", "documented", failed, 200, expected);
  if (isSuccess(failed)) attemptFacts(run, objectOf(failed));
  await queryFacts(run, ids);
  if (isFailed(failed)) await redeliveryFacts(run, ids);
  else run.leave("failed deliveries can be redelivered", "recorded", "none was seen");
  await statusFacts(run, id);
  // A tenant may allow only one stream.
  await cleanUp(run.service, [kind], run.id);
  const expiry = "a checkpoint of deliveries expires after 24 hours";
  run.leave(expiry, "API reference", "no run takes a day");
}

async function createStream(run: Run): Promise<string> {
  const webhookAuthorization = { method: "bearer", token: "acceptance-token" };
  const configuration = {
    webhookEndpoint: "https://hooks.example.com/auth0",
    webhookAuthorization,
  };
  const destination = { type: "webhook", configuration };
  const subscriptions = [{ eventType: body.event_type }];
  const created = await run.create(kind, run.own(kind, { subscriptions, destination }));
  if (isSuccess(created)) return idOf(created);
  throw new Error(`no stream was created: ${differencesOf(created, 201)}`);
}

const isFailed = (delivery: Exchange) => objectOf(delivery).status === "failed";

interface Ids {
  id: string;
  deliveryId: string;
}

/** Reads a delivery until its last attempt, which takes about 7 seconds. */
const outcomeOf = ({ service }: Run, ids: Ids): Promise<Exchange> =>
  service.repeat(
    () => service.send(read, ids),
    (exchange) => !["pending", "retrying"].includes(`${objectOf(exchange).status}`),
    60_000,
  );

function attemptFacts(run: Run, { attempts, event }: Props): void {
  const all = objectsIn(attempts);
  const count = all.length === 4 ? [] : [`${all.length} attempts`];
  run.settle("a delivery is attempted 4 times", "documented", count);
  const ends = all.map(({ timestamp }) => Date.parse(String(timestamp)));
  const waits = all
    .slice(1)
    .map(({ duration }, index) => (ends[index + 1] ?? 0) - (ends[index] ?? 0) - Number(duration));
  // Another fact reports missing attempts, and a busy server waits longer.
  const isTooSoon = waits.some((wait, index) => !(wait >= 900 * 2 ** index));
  const texts = isTooSoon ? [`${waits.map(Math.round).join(", ")} ms`] : [];
  run.settle("there are at least 1, 2 and 4 seconds between them", "recorded", texts);
  const { data } = isObject(event) ? event : {};
  const form = isObject(data) ? [] : [`it is a ${typeof data}`];
  run.settle("the data of its event is an object", contradiction, form);
}

const contradiction = "recordings contradict the reference";

async function queryFacts(run: Run, { id, deliveryId }: Ids): Promise<void> {
  const query = { statuses: "failed", take: "1" };
  const failed = await run.service.send(list, { id, query });
  const { deliveries, next } = objectOf(failed);
  const isListed = objectsIn(deliveries)[0]?.id === deliveryId;
  const found = isListed ? [] : ["the failed delivery is not the first of `deliveries`"];
  run.settle("deliveries are listed in an envelope", contradiction, found, [failed]);
  const more = typeof next === "string" ? [] : ["it has no `next`"];
  run.settle("the last page of deliveries has a checkpoint, too", "recorded", more, [failed]);
  const queries: [query: Record<string, string>, status: number][] = [
    [{ from: deliveryId, take: "1" }, 200],
    [{ statuses: ",failed" }, 400],
    [{ event_types: "user.yawned" }, 400],
    [{ date_from: "yesterday" }, 400],
    [{ date_to: "tomorrow" }, 400],
    [{ take: "0" }, 400],
    [{ from: "no-checkpoint" }, 400],
  ];
  for (const [one, status] of queries) {
    const fact = `deliveries: the query ${JSON.stringify(one)} is a ${status}`;
    await run.ask([fact, "API reference"], [list, { id, query: one }], status);
  }
  const unknown = { id, deliveryId: `evt_${"0".repeat(22)}` };
  await run.ask(["an unknown delivery is a 404", "published contract"], [read, unknown], 404);
}

async function redeliveryFacts(run: Run, ids: Ids): Promise<void> {
  const source = "published contract";
  const underWay = "a delivery under way cannot be redelivered";
  await run.ask(["a failed delivery can be redelivered", source], [redeliver, ids], 202);
  await run.ask([underWay, source], [redeliver, ids], 409);
  const failed = await outcomeOf(run, ids);
  run.expect("a redelivery to nobody fails", "recorded", failed, 200, { status: "failed" });
  const all = { statuses: ["failed"] };
  const request = { id: ids.id, body: all };
  const fact = "all failed deliveries can be redelivered";
  await run.ask([fact, source], [redeliverAll, request], 202, all);
  await outcomeOf(run, ids);
}

async function statusFacts(run: Run, id: string): Promise<void> {
  const undisturbed = "failed deliveries do not disable a stream at once";
  const source = "the documentation contradicts itself";
  await run.ask([undisturbed, source], [kind.routes.read, { id }], 200, { status: "enabled" });
  const { update } = kind.routes;
  const facts = {
    disabled: "a stream can be disabled",
    refused: "a disabled stream takes no test event",
    enabled: "a stream that a user disabled can be enabled",
  };
  const [disabled, enabled] = [{ status: "disabled" }, { status: "enabled" }];
  const request = { id, body: disabled };
  const changed = await run.ask([facts.disabled, "documented"], [update, request], 200, disabled);
  if (!isSuccess(changed)) return;
  await run.ask([facts.refused, "documented"], [testRoute, { id, body }], 400);
  await run.ask([facts.enabled, "documented"], [update, { id, body: enabled }], 200, enabled);
}

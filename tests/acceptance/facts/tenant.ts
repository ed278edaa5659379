import { encode } from "../../../provider/schema/codec";
import { isObject, type Props } from "../../../provider/shared/json";
import { kinds } from "../../support/values/kinds";
import { differencesOf, type Run } from "../run";
import { type Exchange, Service } from "../service";
import { ruleOf } from "./objects";

/** Headers, and objects that a tenant has once. */

/** A time that is further away than an hour is in another unit. */
const hourSeconds = 3600;

export async function headerFacts(run: Run): Promise<void> {
  const { exchanges } = run.service;
  const limited = exchanges.filter(({ headers }) => headers["x-ratelimit-remaining"]);
  const counts = limited.filter(({ headers }) =>
    ["limit", "remaining"].some((name) => !/^\d+$/.test(headers[`x-ratelimit-${name}`] ?? "")),
  );
  const resets = limited.filter((exchange) => !isEpochSeconds(exchange));
  const headers = "X-RateLimit-Limit and -Remaining are numbers of requests";
  const reset = "X-RateLimit-Reset is a time in epoch seconds";
  if (limited.length === 0) {
    for (const fact of [headers, reset]) run.leave(fact, "documented", "no response has them");
  } else {
    run.settle(headers, "documented", valuesOf(counts, "limit"), counts.slice(0, 1));
    run.settle(reset, "documented", valuesOf(resets, "reset"), resets.slice(0, 1));
  }
  const undated = exchanges.filter(({ headers: { date = "" } }) => Number.isNaN(Date.parse(date)));
  const dates = undated.slice(0, 1).map(({ method, path }) => `${method} ${path} has none`);
  run.settle("every response has a Date", "RFC 9110", dates, undated.slice(0, 1));
  const refused = exchanges.filter(({ status }) => status === 429);
  const waits = refused.filter(({ headers: all }) => !all["retry-after"]);
  const fact = "a 429 says when to repeat the request";
  if (refused.length === 0) run.leave(fact, "API reference", "no request was refused");
  else run.settle(fact, "API reference", waits.length ? ["without Retry-After"] : [], refused);
  await correlationFact(run);
}

const isEpochSeconds = ({ headers, at }: Exchange) =>
  Math.abs(Number(headers["x-ratelimit-reset"]) - at / 1000) < hourSeconds;

const valuesOf = ([first]: Exchange[], name: string) =>
  first ? [`x-ratelimit-${name}: ${first.headers[`x-ratelimit-${name}`]}`] : [];

/** How often the log is read: it is behind. */
const reads = 5;

async function correlationFact(run: Run): Promise<void> {
  const fact = "the tenant's log has the correlation id of a request";
  const source = "documented";
  const granted = await run.service.scopes();
  const id = run.service.exchanges.findLast((one) => one.correlationId)?.correlationId;
  if (!granted?.includes("read:logs")) return run.leave(fact, source, "it needs read:logs");
  if (id === undefined) return run.leave(fact, source, "no request had one");
  const query = { sort: "date:-1", per_page: "100" };
  for (let read = 1; read <= reads; read++) {
    const log = await run.service.send("GET /logs", { query });
    // The log is about everything in the tenant.
    run.service.exchanges.pop();
    if (JSON.stringify(log.body).includes(id)) return run.settle(fact, source, [], []);
    await run.service.clock.sleep(2000);
  }
  run.settle(
    fact,
    source,
    [`not among the last ${query.per_page} entries after ${2 * reads} s`],
    [],
  );
}

/** Overwrites what the tenant has, for those whose operations cannot create another object. */
export async function overwriteFacts(run: Run): Promise<void> {
  for (const kind of kinds.filter(({ routes }) => routes.list === undefined)) {
    const { name, routes, resource, valid, wrong } = kind;
    const isAsked = run.options.push === "1";
    for (const [mistake, args] of isAsked ? wrong : []) {
      const body = encode(resource.inputs, args as Props);
      const { fact, status } = ruleOf(kind, mistake, 200);
      const answered = await run.service.send(`${routes.create}`, { body });
      run.expect(fact, "schema.json", answered, status);
    }
    for (const [sample, program] of Object.entries(valid)) {
      const fact = `${name} "${sample}" is accepted`;
      if (!isAsked) run.leave(fact, "schema.json", "it overwrites the tenant's own: give push=1");
      if (!isAsked) continue;
      const body = encode(resource.inputs, program);
      run.expect(fact, "schema.json", await run.service.send(`${routes.create}`, { body }), 200);
      const patch = `${routes.create}`.replace("PUT", "PATCH");
      const patched = await run.service.send(patch, { body });
      run.expect(`${fact} by PATCH`, "published contract", patched, 200);
    }
  }
}

/** Also of a token that is none. */
export async function refusalFacts(run: Run): Promise<void> {
  const { settings, clock } = run.service;
  const stranger = new Service({ ...settings, credentials: { apiToken: "no-token" } }, clock);
  const [list = ""] = run.kinds.map(({ routes }) => routes.list);
  const unauthorized = await stranger.send(list);
  run.settle("a token that is none is a 401", "recorded", differencesOf(unauthorized, 401), []);
  const refusals = run.service.exchanges.filter(({ status }) => status >= 400);
  const others = refusals.filter(
    ({ status, body }) =>
      !isObject(body) ||
      body.statusCode !== status ||
      typeof body.error !== "string" ||
      typeof body.message !== "string",
  );
  const texts = others
    .slice(0, 1)
    .map(({ method, path, status }) => `${method} ${path}: ${status}`);
  const fact = "every refusal is JSON with statusCode, error and message";
  run.settle(fact, "recorded", texts, others.slice(0, 1));
}

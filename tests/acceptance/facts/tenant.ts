import { encode } from "../../../provider/schema/codec";
import type { Json, Props } from "../../../provider/shared/json";
import { kinds } from "../../support/values/kinds";
import { differencesOf, type Run } from "../run";
import { type Exchange, objectOf, Service } from "../service";
import { ruleOf } from "./objects";

/** Tests headers and singleton objects. */

/** A time more than an hour away is in another unit. */
const hourSeconds = 3600;

/** The first unexpected exchange. */
function everyFact(
  run: Run,
  [fact, source]: [fact: string, source: string],
  exchanges: Exchange[],
  problemOf: (exchange: Exchange) => string | false,
): void {
  const wrong = exchanges.filter(problemOf).slice(0, 1);
  const texts = wrong.map((one) => `${one.method} ${one.path}: ${problemOf(one)}`);
  if (exchanges.length > 0) run.settle(fact, source, texts, wrong);
  else run.leave(fact, source, "no response shows it");
}

export async function headerFacts(run: Run): Promise<void> {
  const { exchanges } = run.service;
  const limited = exchanges.filter(({ headers }) => headers["x-ratelimit-remaining"]);
  const counts = "X-RateLimit-Limit and -Remaining are numbers of requests";
  everyFact(run, [counts, "documented"], limited, ({ headers }) => {
    const text = `${headers["x-ratelimit-limit"]}, ${headers["x-ratelimit-remaining"]}`;
    return !/^\d+, \d+$/.test(text) && text;
  });
  const reset = "X-RateLimit-Reset is a time in epoch seconds";
  everyFact(run, [reset, "documented"], limited, ({ headers, at }) => {
    const away = Number(headers["x-ratelimit-reset"]) - at / 1000;
    return !(Math.abs(away) < hourSeconds) && `${Math.round(away)} s from then`;
  });
  everyFact(run, ["every response has a Date", "RFC 9110"], exchanges, ({ headers }) => {
    const isDate = !Number.isNaN(Date.parse(`${headers.date}`));
    return !isDate && `it is ${headers.date}`;
  });
  const refused = exchanges.filter(({ status }) => status === 429);
  const repeat = "a 429 says when to repeat the request";
  everyFact(run, [repeat, "API reference"], refused, ({ headers }) => {
    return !headers["retry-after"] && "without Retry-After";
  });
}

const notAsked = "it overwrites the tenant's own: give push=1";

/** Overwrites singleton objects, because no operation creates another one. */
export async function overwriteFacts(run: Run): Promise<void> {
  for (const kind of kinds.filter(({ routes }) => routes.list === undefined)) {
    const { name, resource, valid, wrong } = kind;
    const put = `${kind.routes.create}`;
    const patch = put.replace("PUT", "PATCH");
    const isAsked = run.options.push === "1";
    for (const [mistake, args] of isAsked ? wrong : []) {
      const { fact, status } = ruleOf(kind, mistake, 200);
      const body = encode(resource.inputs, args as Props);
      await run.ask([fact, "schema.json"], [put, { body }], status);
    }
    for (const [sample, program] of Object.entries(valid)) {
      const body = encode(resource.inputs, program);
      for (const route of [put, patch]) {
        const fact = `${name}: ${route.split(" ")[0]} accepts "${sample}"`;
        if (!isAsked) run.leave(fact, "schema.json", notAsked);
        else await run.ask([fact, "schema.json"], [route, { body }], 200);
      }
    }
    const { deleteBody: body } = kind.definition;
    const fact = `${name}: the request that deletes it is accepted`;
    if (body && isAsked)
      await run.ask([fact, "published contract"], [`${kind.routes.delete}`, { body }], 200);
    else if (body) run.leave(fact, "published contract", notAsked);
  }
}

/** Also tests an invalid token. */
export async function refusalFacts(run: Run): Promise<void> {
  const { settings, clock, exchanges } = run.service;
  const credentials = { apiToken: "no-token" };
  const otherClient = new Service({ ...settings, credentials }, clock);
  await run.service.rest();
  const unauthorized = await otherClient.send(run.kinds[0]?.routes.list ?? "GET /event-streams");
  run.settle("a token that is none is a 401", "recorded", differencesOf(unauthorized, 401));
  const refusals = exchanges.filter(({ status }) => status >= 400 && status < 500);
  const fact = "every refusal is JSON with statusCode, error and message";
  everyFact(run, [fact, "recorded"], refusals, (exchange) => {
    const { statusCode, error, message } = objectOf(exchange);
    const isRefusal = statusCode === exchange.status && isText(error) && isText(message);
    return !isRefusal && `${exchange.status}`;
  });
}

const isText = (value: Json | undefined) => typeof value === "string";

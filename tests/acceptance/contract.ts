import Ajv, { type ErrorObject, type ValidateFunction } from "ajv";
import { requestValidation } from "../../emulator/src/http/requestValidation";
import { operationsOf, served } from "../../emulator/src/operations";
import type { Operation } from "../../emulator/src/published/contract";
import type { Collection, Resource } from "../../emulator/src/resource";
import type { Json } from "../../provider/shared/json";
import type { ListedKind } from "../support/values/kinds";
import { hasSecret, type Run, withoutSecrets } from "./run";
import { type Exchange, isSuccess } from "./service";

/** Compares a run's exchanges with the published contract. */

const published = "published contract";

/** The emulator's differences from a kind's contract. */
export function collectionOf({ routes }: ListedKind): Collection {
  const isOfKind = (resource: Resource): resource is Collection =>
    "name" in resource && `GET /${resource.name}` === routes.list;
  const found = served.map(({ resource }) => resource).find(isOfKind);
  if (found) return found;
  throw new Error(`the emulator has no collection for ${routes.list}`);
}

type Request = Pick<Exchange, "method" | "path" | "sent">;

/** Returns the ids and the query of a request, if it is one of the operation. */
function partsOf({ method, path }: Operation) {
  const template = path.replace(/{(\w+)}/g, "(?<$1>[^/?]+)");
  const pattern = new RegExp(`^${template}(\\?(?<query>.*))?$`);
  return (request: Request) => {
    const found = request.method === method && pattern.exec(request.path);
    if (!found) return undefined;
    const { query = "", ...ids } = { ...found.groups };
    return { ids, query: Object.fromEntries(new URLSearchParams(query)) };
  };
}

/** The status and the form of each response, and no secret in it. */
export function contractFacts(run: Run): void {
  for (const one of judges) formFact(run, one);
  const leaking = run.service.exchanges.find(({ body }) => hasSecret(JSON.stringify(body ?? "")));
  const shown = leaking ? [leaking] : [];
  const texts = shown.map(({ method, path }) => `${method} ${path} returns one`);
  run.settle("no response has a secret", "API reference", texts, shown);
}

const { customOptions } = requestValidation.ajv;
const ajv = new Ajv({
  ...customOptions,
  strict: false,
  logger: false,
  allErrors: true,
  formats: { ...customOptions.formats, "date-time": /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/ },
});
const validators = new Map<string, ValidateFunction>();

/** Contracts with other differences share most of their schemas. */
function compiled(schema: object): ValidateFunction {
  const key = JSON.stringify(schema);
  const validate = validators.get(key) ?? ajv.compile(schema);
  validators.set(key, validate);
  return validate;
}

/** A contract, with the intended differences from it, in the form for comparing exchanges. */
function newJudge(resource: Resource) {
  const all = operationsOf(resource).map((operation) => {
    const { params, querystring, body = {} } = operation.route.schema as Record<string, object>;
    return {
      partsOf: partsOf(operation),
      status: operation.success.status,
      response: compiled(operation.success.schema),
      params: compiled(params ?? {}),
      query: compiled(querystring ?? {}),
      body: compiled(body),
    };
  });
  return {
    /** Whether the form of a request is accepted. */
    accepts: (request: Request): boolean =>
      all.some((operation) => {
        const { ids, query } = operation.partsOf(request) ?? {};
        return (
          ids && operation.params(ids) && operation.query(query) && operation.body(request.sent)
        );
      }),
    /** The parts of a successful response that the contract lacks. */
    problemsOf(exchange: Exchange): string[] {
      const found = isSuccess(exchange) && all.find((operation) => operation.partsOf(exchange));
      if (!found) return [];
      if (found.status !== exchange.status) return [`${exchange.method} has ${exchange.status}`];
      found.response(exchange.body ?? null);
      const errors = found.response.errors ?? [];
      return errors.filter(({ keyword }) => keyword !== "oneOf").map(problemText);
    },
  };
}

/** Positions in lists are left out, because each item has the same problem. */
function problemText({ instancePath, keyword, params, message }: ErrorObject): string {
  const at = instancePath.replace(/\/\d+/g, "[]").slice(1).replaceAll("/", ".");
  const name = keyword === "additionalProperties" ? `: ${params.additionalProperty}` : "";
  return `${at || "the response"} ${message}${name}`;
}

const judges = served.map(({ resource }) => ({ resource, judge: newJudge(resource) }));

/** Responses have the contract's form, with the additions in recordings. */
function formFact(run: Run, { resource, judge }: (typeof judges)[number]): void {
  const found = new Map<string, Exchange>();
  for (const exchange of run.service.exchanges) {
    // Another fact tests secrets in responses.
    const body = withoutSecrets(exchange.body ?? null);
    for (const problem of judge.problemsOf({ ...exchange, body })) {
      if (!found.has(problem)) found.set(problem, exchange);
    }
  }
  const fact = `responses of ${resource.contract.operations[0]?.path} have the form of the contract`;
  run.settle(fact, published, [...found.keys()], [...found.values()]);
}

/** Whether the emulator accepts the form of a request. */
export function isAccepted(route: string, sent: Json | undefined, id: string): boolean {
  const [method = "", template = ""] = route.split(" ");
  const request = { method, path: template.replace("{id}", id), sent };
  return judges.some(({ judge }) => judge.accepts(request));
}

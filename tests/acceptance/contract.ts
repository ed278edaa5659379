import Ajv, { type ErrorObject, type ValidateFunction } from "ajv";
import {
  type Contract,
  type Difference,
  type Operation,
  responseSchemas,
  withDifferences,
} from "../../emulator/src/contract/contract";
import { requestSchemas, resolved } from "../../emulator/src/contract/requestSchemas";
import { pagesByNumber } from "../../emulator/src/http/pages";
import { requestValidation } from "../../emulator/src/http/requestValidation";
import { served } from "../../emulator/src/operations";
import type { Collection, Resource } from "../../emulator/src/resource";
import { type Json, mapProps } from "../../provider/shared/json";
import type { ListedKind } from "../support/values/kinds";
import { leaksIn } from "../support/values/leaks";
import { type Run, withoutSecrets } from "./run";
import { type Exchange, isSuccess } from "./service";

/** What the exchanges of a run say of the published contract, and of the emulator's differences from it. */

const published = "published contract";

const { customOptions } = requestValidation.ajv;
const ajv = new Ajv({
  ...customOptions,
  strict: false,
  logger: false,
  allErrors: true,
  formats: { ...customOptions.formats, "date-time": /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/ },
});

type Request = Pick<Exchange, "method" | "path" | "sent">;

/** What the emulator knows of a kind beyond its contract. */
export function collectionOf({ routes }: ListedKind): Collection {
  const found = served.map(({ resource }) => resource).find(isCollectionOf(routes.list));
  if (found) return found;
  throw new Error(`the emulator has no collection for ${routes.list}`);
}

const isCollectionOf =
  (route: string) =>
  (resource: Resource): resource is Collection =>
    "name" in resource && `GET /${resource.name}` === route;

const isOf =
  ({ method, path }: Pick<Operation, "method" | "path">) =>
  (request: Pick<Request, "method" | "path">): boolean =>
    request.method === method &&
    new RegExp(`^${path.replace(/{\w+}/g, "[^/]+")}(\\?|$)`).test(request.path);

/** The status, the form and the permissions of each operation. */
export async function contractFacts(run: Run): Promise<void> {
  const { exchanges } = run.service;
  const granted = await run.service.scopes();
  for (const operation of served.flatMap(({ operations }) => operations)) {
    const { method, path, scopes, success } = operation;
    const fact = `${method} ${path} succeeds with ${success.status}`;
    const own = exchanges.filter(isOf(operation));
    const successful = own.filter(isSuccess);
    const lacking = granted && !scopes.some((scope) => granted.includes(scope));
    if (lacking) await refusedScope(run, operation);
    else if (successful.length === 0) run.leave(fact, published, "no such request succeeded");
    else {
      const statuses = new Set(successful.map(({ status }) => status));
      statuses.delete(success.status);
      const differences = [...statuses].map((status) => `status ${status}`);
      run.settle(fact, published, differences, successful.slice(0, 1));
    }
  }
  for (const { resource } of served) formFact(run, resource, exchanges);
  const leaking = exchanges.filter(({ body }) => leaksIn(JSON.stringify(body ?? "")).length > 0);
  run.settle(
    "no response has a secret",
    "API reference",
    leaking.slice(0, 1).map(({ method, path }) => `${method} ${path} returns one`),
    leaking.slice(0, 1),
  );
}

/** Without the permission, a request that would change nothing. */
async function refusedScope(run: Run, { method, path, scopes }: Operation): Promise<void> {
  const id = "est_0000000000000000000000";
  const refused = await run.service.send(`${method} ${path}`, { id, deliveryId: id });
  const fact = `${method} ${path} needs ${scopes.join(" or ")}`;
  run.expect(fact, published, refused, 403, { errorCode: "insufficient_scope" });
}

/** A contract with differences, as exchanges are held against it. */
interface Judge {
  /** Whether the form of a request is accepted. */
  accepts(request: Request): boolean;
  /** What a response has that the contract has not. */
  problemsOf(exchange: Exchange): string[];
}

const judges = new Map<string, Judge>();

/** The contract of a resource with all differences that are intended, but `left`. */
function judgeOf(resource: Resource, left?: Difference): Judge {
  const { contract, differences = [] } = resource;
  const key = `${contract.operations[0]?.path} ${left?.reason}`;
  const known = differences.filter((one) => one !== left);
  const judge = judges.get(key) ?? newJudge(contract, known);
  judges.set(key, judge);
  return judge;
}

function newJudge(contract: Contract, differences: Difference[]): Judge {
  const { operations, schemas } = withDifferences(contract, differences);
  const forms = responseSchemas(contract, differences);
  const all = operations.map((operation) => {
    const parameters = [...pagesByNumber, ...operation.parameters];
    const { params, querystring, body } = requestSchemas({ ...operation, parameters }, schemas);
    const responses = mapProps(operation.responses, (schema = {}) =>
      compiled(resolved(schema, forms)),
    );
    const validators = {
      params: compiled(params),
      query: compiled(querystring),
      body: compiled(body ?? {}),
    };
    return { operation, isOwn: isOf(operation), responses, ...validators };
  });
  return {
    accepts(request) {
      const found = all.find(({ isOwn }) => isOwn(request));
      const [plain = "", query = ""] = request.path.split("?");
      return (
        found !== undefined &&
        found.params(idsIn(found.operation.path, plain)) &&
        found.query(Object.fromEntries(new URLSearchParams(query))) &&
        found.body(request.sent)
      );
    },
    problemsOf(exchange) {
      const validate = all.find(({ isOwn }) => isOwn(exchange))?.responses[exchange.status];
      // Secrets are a fact of their own.
      const isValid = !isSuccess(exchange) || validate?.(withoutSecrets(exchange.body ?? null));
      const errors = isValid !== false ? [] : (validate?.errors ?? []);
      return errors.filter(({ keyword }) => keyword !== "oneOf").map(problemText);
    },
  };
}

const validators = new Map<string, ValidateFunction>();

function compiled(schema: object): ValidateFunction {
  const key = JSON.stringify(schema);
  const validate = validators.get(key) ?? ajv.compile(schema);
  validators.set(key, validate);
  return validate;
}

/** Positions in lists are left out: each item has the same problem. */
function problemText({ instancePath, keyword, params, message }: ErrorObject): string {
  const at = instancePath.replace(/\/\d+/g, "[]").slice(1).replaceAll("/", ".");
  const name = keyword === "additionalProperties" ? `: ${params.additionalProperty}` : "";
  return `${at || "the response"} ${message}${name}`;
}

function idsIn(template: string, path: string): object {
  const values = path.split("/");
  const names = template.split("/").map((part, index) => [part, values[index]] as const);
  return Object.fromEntries(
    names.filter(([part]) => part.startsWith("{")).map(([part, id]) => [part.slice(1, -1), id]),
  );
}

/** The form of responses is that of the contract, with what recordings have beside it. */
function formFact(run: Run, resource: Resource, exchanges: Exchange[]): void {
  const found = new Map<string, Exchange>();
  for (const exchange of exchanges) {
    for (const problem of judgeOf(resource).problemsOf(exchange)) {
      if (!found.has(problem)) found.set(problem, exchange);
    }
  }
  const fact = `responses of ${resource.contract.operations[0]?.path} have the form of the contract`;
  run.settle(fact, published, [...found.keys()], [...found.values()]);
}

/**
 * Where the emulator differs from the contract on purpose, the exchanges that only one of them allows show who
 * is right.
 */
export async function differenceFacts(run: Run): Promise<void> {
  for (const { resource, operations } of served) {
    const own = run.service.exchanges.filter((one) => operations.some((all) => isOf(all)(one)));
    for (const difference of resource.differences ?? []) {
      const fact = `${resource.contract.operations[0]?.path}: ${difference.reason}`;
      const source = "the emulator's difference from the contract";
      const [withIt, without] = [judgeOf(resource), judgeOf(resource, difference)];
      const telling = own.filter((one) => allows(withIt, one) !== allows(without, one));
      const wrong = telling.filter((one) => !allows(withIt, one));
      const texts = wrong.map(({ method, path, status }) => `${method} ${path}: ${status}`);
      const shown = wrong.length > 0 ? wrong : telling.slice(0, 3);
      if (telling.length > 0) run.settle(fact, source, [...new Set(texts)], shown);
      else run.leave(fact, source, "no exchange of this run shows it");
    }
  }
}

/** Whether a request should succeed or fail as it did, and its response has the right form. */
function allows(judge: Judge, exchange: Exchange): boolean {
  const isDecided = isSuccess(exchange) || exchange.status === 400;
  if (isDecided && judge.accepts(exchange) !== isSuccess(exchange)) return false;
  return judge.problemsOf(exchange).length === 0;
}

/** Whether the emulator accepts the form of a request. */
export function isAccepted(route: string, sent: Json | undefined, id: string): boolean {
  const [method = "", template = ""] = route.split(" ");
  const request = { method, path: template.replace("{id}", id), sent };
  return served.some(({ resource }) => judgeOf(resource).accepts(request));
}

import { isDeepStrictEqual } from "node:util";
import type { SendOptions } from "../../provider/api/managementApi";
import { isWebPage } from "../../provider/api/outcome";
import { encode } from "../../provider/schema/codec";
import { canonical } from "../../provider/schema/normalize";
import { isObject, type Json, type Props } from "../../provider/shared/json";
import { type Kind, kinds, type ListedKind } from "../support/values/kinds";
import { leaksIn } from "../support/values/leaks";
import { type Exchange, isSuccess, objectOf, type Service } from "./service";

/** The user's options by name: `tenant`, `yes`, `push`, `aws`, and `action`. */
export type Options = Partial<Record<string, string>>;

/** An assumption of this project, and whether Auth0 fulfils it. */
export interface Fact {
  chapter: string;
  fact: string;
  /** The source of the assumption. */
  source: string;
  verdict: "agrees" | "differs" | "not tested";
  /** The difference, or why the fact was not tested. */
  found: string;
}

/** The source of assumptions that Auth0 does not document. */
export const design = "design of this provider";

/** One run of the suite against one tenant. */
export class Run {
  readonly facts: Fact[] = [];
  chapter = "";
  /** Whether every part was completed. */
  isComplete = true;
  /** The kinds of objects that the token can list and delete. */
  kinds: ListedKind[] = [];
  private names = 0;

  constructor(
    readonly service: Service,
    readonly id: string,
    readonly options: Options,
    /** Shows the progress. */
    readonly print: (line: string) => void,
  ) {}

  /** A fact that agrees if there is no difference. */
  settle(fact: string, source: string, differences: string[], shown: Exchange[] = []): void {
    const { chapter } = this;
    const found = differences.join("; ");
    const why = shown.map(undecided).find((text) => text !== undefined);
    if (found && why) {
      this.leave(fact, source, why);
      return;
    }
    const verdict = found ? "differs" : "agrees";
    this.facts.push({ chapter, fact, source, verdict, found });
  }

  leave(fact: string, source: string, why: string): void {
    const { chapter } = this;
    this.facts.push({ chapter, fact, source, verdict: "not tested", found: why });
  }

  /** A fact about one response: its status, and parts of its body. */
  expect(fact: string, source: string, exchange: Exchange, status: number, body?: Props): void {
    this.settle(fact, source, differencesOf(exchange, status, body), [exchange]);
  }

  /** Sends a request, and adds a fact about its response. */
  async ask(
    [fact, source]: [fact: string, source: string],
    [route, options]: [route: string, options?: SendOptions],
    status: number,
    body?: Props,
  ): Promise<Exchange> {
    const exchange = await this.service.send(route, options);
    this.expect(fact, source, exchange, status, body);
    return exchange;
  }

  /** Runs a part of the suite. If the part fails, the others still run. */
  async part(chapter: string, test: () => Promise<void>): Promise<void> {
    this.chapter = chapter;
    if (this.service.stopped) {
      this.isComplete = false;
      return;
    }
    this.print(`${chapter} ...`);
    await test().catch((error: Error) => {
      this.isComplete = false;
      this.leave("the rest of this part", "", error.message);
    });
  }

  /** Whether the tenant accepted an object of a kind. A tenant may be full or lack the entitlement. */
  hasCreated({ routes }: ListedKind): boolean {
    return this.service.exchanges.some(
      (exchange) => routes.create === `${exchange.method} ${exchange.path}` && isSuccess(exchange),
    );
  }

  /** A unique name for an object, which ends with a letter. */
  newName(): string {
    return `acceptance-${this.id}-${++this.names}a`;
  }

  /** The program for an object of this run, with the values of the options. */
  own({ external, unique }: Kind, program: Props): Props {
    const text = JSON.stringify({ ...program, ...unique(this.newName()) });
    const filled = external.reduce(
      (part, { option, value }) => part.replaceAll(value, this.options[option] ?? value),
      text,
    );
    return JSON.parse(filled);
  }

  /** The missing option because of which a program cannot be tested, or undefined. */
  lacks({ external }: Kind, program: Props): string | undefined {
    const text = JSON.stringify(program);
    const lacking = external.find(
      ({ option, value }) => text.includes(value) && !this.options[option],
    );
    return lacking && `it needs ${lacking.what}: give ${lacking.option}=<value>`;
  }

  /** Creates an object of this run. */
  create(kind: ListedKind, program: Props): Promise<Exchange> {
    const body = encode(kind.resource.inputs, program);
    return this.service.send(kind.routes.create, { body });
  }
}

const withoutPermission: Partial<Record<string, string>> = {
  insufficient_scope: "the token may not do that",
  insufficient_entitlement: "the tenant is not entitled to it",
};

/** Why a response shows nothing about a fact, or undefined if it does. */
function undecided(exchange: Exchange): string | undefined {
  const { method, path, status, body } = exchange;
  const refused = status === 403 && withoutPermission[`${objectOf(exchange).errorCode}`];
  const gateway = status >= 500 && isWebPage(body) && `a gateway answered with status ${status}`;
  const why = refused || gateway;
  return why ? `${method} ${path}: ${why}` : undefined;
}

/** How a response differs from the expected status and the expected parts of its body. */
export function differencesOf(exchange: Exchange, status: number, expected: Props = {}): string[] {
  if (exchange.status === status) return missingIn(exchange.body, expected);
  const { message } = objectOf(exchange);
  return [`status ${exchange.status}, not ${status}${message ? `: ${message}` : ""}`];
}

/** The parts of `expected` that are not in a value. */
export function missingIn(found: Json | undefined, expected: Json, path = ""): string[] {
  if (isObject(expected)) {
    const parts = (isObject(found) ? found : {}) as Partial<Props>;
    return Object.entries(expected).flatMap(([name, value]) =>
      missingIn(parts[name], value, path ? `${path}.${name}` : name),
    );
  }
  if (hasSame(found, expected)) return [];
  const [is, should] = [found, expected].map((value) => JSON.stringify(value));
  return [`${path || "the response"} is ${is}, not ${should}`];
}

/** Whether two values are equal regardless of the order in lists, because the lists of objects are sets. */
export const hasSame = (one: Json | undefined, other: Json | undefined): boolean =>
  isDeepStrictEqual(inOneOrder(one), inOneOrder(other));

const inOneOrder = (value: Json | undefined): unknown =>
  value &&
  JSON.parse(JSON.stringify(value), (_, item) =>
    Array.isArray(item) ? item.map(canonical).sort() : item,
  );

const secrets = leaksIn(
  JSON.stringify(kinds.map(({ valid, changed, wrong }) => [valid, changed, wrong])),
);

/** Whether a text has a secret of the sample values. A tenant's own texts may contain `canary-` too. */
export const hasSecret = (text: string): boolean =>
  leaksIn(text).some((leak) => secrets.some((secret) => leak.includes(secret)));

export const withoutSecrets = (value: Json): Props =>
  JSON.parse(
    JSON.stringify(value, (_, item) =>
      typeof item === "string" && hasSecret(item) ? undefined : item,
    ),
  );

import { inspect, isDeepStrictEqual } from "node:util";
import { encode } from "../../provider/schema/codec";
import { isObject, type Json, type Props } from "../../provider/shared/json";
import type { Kind, ListedKind } from "../support/values/kinds";
import type { Exchange, Service } from "./service";

/** What the user gives, by name: `tenant`, `yes`, `push`, `receiver`, `aws`, `action`. */
export type Options = Partial<Record<string, string>>;

/** One thing that this project relies on, and whether the service does it. */
export interface Fact {
  chapter: string;
  fact: string;
  /** From where this project knows it. */
  source: string;
  verdict: "agrees" | "differs" | "not tested";
  /** What was found where it differs, or why it was not tested. */
  found: string;
  /** The numbers of the exchanges that show it. */
  exchanges: number[];
}

/** An address that no resolver knows (RFC 2606): deliveries to it fail. */
const nobody = "https://nobody.invalid/auth0";

/** One run of the suite against one tenant. */
export class Run {
  readonly facts: Fact[] = [];
  chapter = "";
  /** Whether every part came to its end. */
  isComplete = true;
  /** The kinds of objects that the tenant lets the token list. */
  kinds: ListedKind[] = [];
  /** The exchanges that a recording has: the engine's objects were made by requests that were not seen. */
  recorded = 0;
  private names = 0;

  constructor(
    readonly service: Service,
    readonly id: string,
    readonly options: Options,
    /** The variables that configure the provider, for its processes. */
    readonly environment: Record<string, string>,
    /** Shows the progress. */
    readonly print: (line: string) => void,
  ) {}

  /** A fact that agrees if there is no difference. */
  settle(fact: string, source: string, differences: string[], exchanges: Exchange[]): void {
    const refused = exchanges.find(isWithoutPermission);
    if (differences.length > 0 && refused) {
      return this.leave(
        fact,
        source,
        `${refused.method} ${refused.path}: the token may not do that`,
      );
    }
    const found = differences.join("; ");
    const verdict = found === "" ? "agrees" : "differs";
    const numbers = exchanges.map(({ number }) => number);
    this.facts.push({ chapter: this.chapter, fact, source, verdict, found, exchanges: numbers });
  }

  leave(fact: string, source: string, why: string): void {
    const { chapter } = this;
    this.facts.push({ chapter, fact, source, verdict: "not tested", found: why, exchanges: [] });
  }

  /** A fact about one response: its status, and parts of its body. */
  expect(fact: string, source: string, exchange: Exchange, status: number, body?: Props): void {
    this.settle(fact, source, differencesOf(exchange, status, body), [exchange]);
  }

  /** Runs a part of the suite. If it cannot go on, the others do. */
  async part(chapter: string, test: () => Promise<void>): Promise<void> {
    this.chapter = chapter;
    if (this.service.interrupted) return;
    this.print(`${chapter} ...`);
    await test().catch((error: Error) => {
      this.isComplete = false;
      this.leave("the rest of this part", "", error.message);
    });
  }

  /** A name for an object, which no other object has. */
  newName(): string {
    return `acceptance-${this.id}-${++this.names}`;
  }

  /** The same program for an object of this run. Throws where it needs an option that is not given. */
  own(kind: Kind, program: Props): Props {
    return JSON.parse(this.filled(kind, { ...program, ...kind.unique(this.newName()) }));
  }

  /** Why the program cannot be tested: the option that it needs; undefined if it can. */
  lacks(kind: Kind, program: Props): string | undefined {
    const text = JSON.stringify(program);
    const { option, what } =
      kind.external.find((one) => text.includes(one.value) && !this.valueOf(one.option)) ?? {};
    return option && `it needs ${what}: give ${option}=<value>`;
  }

  /** The body of a create, in the service's names. */
  bodyOf(kind: Kind, program: Props): Json {
    return encode(kind.resource.inputs, this.own(kind, program));
  }

  private filled({ external }: Kind, program: Props): string {
    return external.reduce(
      (text, { option, value }) => text.replaceAll(value, this.valueOf(option) ?? value),
      JSON.stringify(program),
    );
  }

  private valueOf(option: string): string | undefined {
    return this.options[option] ?? (option === "receiver" ? nobody : undefined);
  }
}

const isWithoutPermission = ({ status, body }: Exchange) =>
  status === 403 && isObject(body) && body.errorCode === "insufficient_scope";

/** How a response differs from the expected status and the expected parts of its body. */
export function differencesOf(exchange: Exchange, status: number, expected?: Props): string[] {
  if (exchange.status !== status) {
    const { message } = isObject(exchange.body) ? exchange.body : {};
    return [`status ${exchange.status}, not ${status}${message ? `: ${message}` : ""}`];
  }
  return expected === undefined ? [] : missingIn(exchange.body, expected, "");
}

/** The parts of `expected` that are not in a value. */
export function missingIn(found: Json | undefined, expected: Json, path: string): string[] {
  if (typeof expected !== "object" || expected === null || Array.isArray(expected)) {
    const isSame = isDeepStrictEqual(found, expected);
    return isSame ? [] : [`${path || "the response"} is ${shown(found)}, not ${shown(expected)}`];
  }
  const object = (typeof found === "object" ? found : {}) as Props;
  return Object.entries(expected).flatMap(([name, value]) =>
    missingIn(object?.[name], value, path ? `${path}.${name}` : name),
  );
}

const shown = (value: Json | undefined) =>
  typeof value === "string" ? value : inspect(value, { breakLength: Number.POSITIVE_INFINITY });

/** Without the secrets of the sample values: each contains `canary-` (ResourceValues). */
export const withoutSecrets = (value: Json): Props =>
  JSON.parse(
    JSON.stringify(value, (_, item) =>
      typeof item === "string" && item.includes("canary-") ? undefined : item,
    ),
  );

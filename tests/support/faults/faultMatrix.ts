import { afterAll, beforeAll, describe, expect, jest, test } from "@jest/globals";
import type { Fault } from "../../../emulator/src";
import type { Limits } from "../../../provider/config/settings";
import { naturalKeyOf } from "../../../provider/resources/definition";
import { sampled } from "../sample";
import { type Kind, kinds, names, type Operation, operations } from "../values/kinds";
import { leaksIn } from "../values/leaks";
import { holds, type Outcome, type Scenario, startScenario, tokenRoute } from "./faults";

/** One kind of failure. The matrix adds the operation, the route and the number of repetitions. */
export interface FaultCase {
  fault: Omit<Fault, "route" | "times">;
  /** Whether the operation may fail although the fault ends. `TOKEN` stands for the token endpoint. */
  mayFail?: (method: string, times: number, operation: Operation) => boolean;
  /** The numbers of affected requests, each with a test. 0 means all. The default is 1, 3, and 0. */
  repetitions?: number[];
  /** Whether a request that did not run gets a success status, which only a POST or a GET reveals. */
  falseSuccess?: true;
}

export const beforeAndAfterWork = (
  name: string,
  fault: FaultCase["fault"],
  more: Partial<FaultCase> = {},
) =>
  (["before", "after"] as const).map((when): [string, FaultCase] => [
    `${name} ${when} the work`,
    { fault: { when, ...fault }, ...more },
  ]);

/** A fault in one operation. */
interface MatrixTest {
  title: string;
  fault: Fault;
  /** Whether the operation must succeed. */
  mustSucceed: boolean;
}

/** The tests of one operation and one route. They run in order, in their own tenant. */
interface TestSequence {
  kind: Kind;
  operation: Operation;
  route: string;
  tests: MatrixTest[];
}

function sequencesOf(faultCases: [string, FaultCase][]): TestSequence[] {
  return kinds.flatMap((kind) =>
    operations.flatMap((operation) => {
      const own = kind.routes[operation];
      if (own === undefined) return [];
      const creates = operation === "create";
      const token = creates || kind === kinds[0] ? [tokenRoute] : [];
      const routes = [own, ...(creates ? ["*"] : []), ...token];
      return routes.map((route) => ({
        kind,
        operation,
        route,
        tests: testsOf(operation, own, route, faultCases),
      }));
    }),
  );
}

/** How often a fault occurs. 0 means every time. */
const frequencies: Record<number, string> = { 0: "for ever", 1: "once" };

function testsOf(
  operation: Operation,
  own: string,
  route: string,
  faultCases: [string, FaultCase][],
): MatrixTest[] {
  const method = own.split(" ")[0] ?? "";
  const isDetected = route === own && ["GET", "POST"].includes(method);
  return faultCases
    .filter(([, { falseSuccess }]) => isDetected || !falseSuccess)
    .flatMap(([name, { fault, mayFail, repetitions: numbers = [1, 3, 0] }]) =>
      numbers.map((times) => {
        const frequency = frequencies[times] ?? `${times} times`;
        // After a lost response, the provider searches for the object, and the fault affects the search too.
        const isSearched = route === "*" && method === "POST" && times > 1;
        const methods = route === tokenRoute ? ["TOKEN"] : [method, ...(isSearched ? ["GET"] : [])];
        const lasts = times === 0 || methods.some((name) => mayFail?.(name, times, operation));
        return {
          title: `${name}, ${frequency}`,
          fault: { ...fault, route, times },
          mustSucceed: !lasts,
        };
      }),
    );
}

/**
 * Tests every fault in every operation of every resource and at the token endpoint, with each of its
 * numbers of repetitions. The sequences run concurrently, each in its own tenant.
 */
export function faultMatrix(faultCases: [string, FaultCase][], limits: Limits): void {
  const sequences = sequencesOf(sampled(faultCases, "faults"));
  const outcomes = new Map<MatrixTest, Promise<Outcome>>();
  const opening: Promise<Scenario>[] = [];
  const printed: string[] = [];

  beforeAll(() => {
    for (const method of ["log", "warn", "error"] as const) {
      jest
        .spyOn(console, method)
        .mockImplementation((...line) => void printed.push(line.join(" ")));
    }
    for (const { kind, operation, tests } of sequences) {
      // The first tenant compiles the request schemas, and the others share them.
      const opened = Promise.resolve(opening[0]).then(() => startScenario(limits));
      opening.push(opened);
      let last: Promise<unknown> = opened;
      for (const one of tests) {
        const end = last.then(async () =>
          (await opened).run({ kind, operation, fault: one.fault }),
        );
        outcomes.set(one, end);
        last = end.catch(() => undefined);
      }
    }
  });

  afterAll(async () => {
    jest.restoreAllMocks();
    for (const { close } of await Promise.all(opening)) await close();
  });

  for (const { kind, operation, route, tests } of sequences) {
    describe(`${kind.name}, ${operation}, fault at ${route}`, () => {
      test.each(tests)("$title", async (one) => {
        const outcome = (await outcomes.get(one)) as Outcome;
        if (one.mustSucceed) expect(outcome.failed).toBeUndefined();
        if (outcome.failed) expectClearError(outcome);
        expectBounds(outcome);
        expectStateIsTrue(outcome, kind, operation);
        expectConvergence(outcome, kind, operation);
      });
    });
  }

  test("no printed line holds a secret", async () => {
    const all = await Promise.all(outcomes.values());
    expect(printed.join("").length).toBeGreaterThan(0);
    expect(
      leaksIn(
        printed.join("\n"),
        all.flatMap(({ secrets }) => secrets),
      ),
    ).toEqual([]);
  });
}

/** The request in a message, and its tenant. */
const requestInMessage = new RegExp(
  String.raw`^(?:(?:POST|GET|PATCH|PUT|DELETE) (?:/\S+ \([\w.:]+\)|http:\S+/oauth/token): |(?:${names.join("|")}) [\w-]+: )\S`,
);

function expectClearError({ failed, secrets }: Outcome): void {
  const message = failed?.message ?? "";
  expect(message).toMatch(requestInMessage);
  expect(message).toMatch(/^[^\r]{1,800}$/);
  expect(message).not.toMatch(/ at .*:\d+:\d+|undefined|\[object|\bNaN\b/);
  expect(leaksIn(message, secrets)).toEqual([]);
}

/** The five minutes in which a request is retried, and one wait that began before their end. */
const maxSleepMs = 6 * 60_000;

function expectBounds({ requests, sleptMs }: Outcome): void {
  expect(sleptMs).toBeLessThanOrEqual(maxSleepMs);
  expect(requests).toBeLessThanOrEqual(60);
}

/** The text of errors about a possible object outside every state. */
const mayHaveCreated = /may have (been )?(made|created)|Look for a new/;

const isOverwritten = ({ definition }: Kind) => definition.fixedId !== undefined;

function expectStateIsTrue(
  { failed, state, objects }: Outcome,
  kind: Kind,
  operation: Operation,
): void {
  const [only] = objects;
  const { first, changed } = kind;
  if (!failed) {
    if (state) expect(holds(only, state.inputs)).toBe(true);
    expect(objects).toHaveLength(state ? 1 : 0);
  } else if (operation === "create") {
    // The next run overwrites an object with a fixed id, so the error need not mention it.
    if (!isOverwritten(kind) && objects.length > 0) expect(failed.message).toMatch(mayHaveCreated);
  } else if (operation === "delete") {
    expect(objects.length).toBeLessThanOrEqual(1);
  } else {
    expect(objects).toHaveLength(1);
    const programs = operation === "update" ? [first, changed] : [first];
    expect(programs.some((program) => holds(only, program))).toBe(true);
  }
}

/** After the next run, the tenant has only the states' objects and those that the first error named. */
function expectConvergence(
  { failed, state, objects, next }: Outcome,
  kind: Kind,
  operation: Operation,
): void {
  const created = failed && operation === "create" && !isOverwritten(kind);
  const lost = created ? objects.length - (state ? 1 : 0) : 0;
  const hasKey = naturalKeyOf(kind.definition, kind.first) !== undefined;
  if (lost > 0 && hasKey) {
    const [, found] =
      /409 [^\n]*\n(.*) has .*[\s\S]* import --declared/.exec(next.failed?.message ?? "") ?? [];
    expect(objects.some(({ id }) => found?.endsWith(` ${id}`))).toBe(true);
    return;
  }
  expect(next.failed).toBeUndefined();
  expect(next.drift).toEqual([]);
  if (operation === "delete") {
    expect(next).toMatchObject({ state: undefined, objects: [] });
    return;
  }
  // Without a natural key, an object that the first error reports remains beside the next one.
  const strays = created && !hasKey ? next.objects.length - 1 : 0;
  expect([0, 1]).toContain(strays);
  expect(next.objects).toHaveLength(1 + strays);
  const program = operation === "update" ? kind.changed : kind.first;
  const own = next.objects.find(({ id }) => (id ?? kind.definition.fixedId) === next.state?.id);
  expect(holds(own, program)).toBe(true);
}

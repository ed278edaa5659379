import { afterAll, beforeAll, describe, expect, jest, test } from "@jest/globals";
import type { Fault } from "../../../../emulator/src";
import { naturalKeyOf } from "../../../../provider/resources/definition";
import {
  holds,
  kong404,
  noon,
  type Outcome,
  type Scenario,
  startScenario,
  tokenRoute,
} from "../../../support/faults/faults";
import { sampled } from "../../../support/sample";
import { type Kind, kinds, names, type Operation, operations } from "../../../support/values/kinds";
import { leaksIn } from "../../../support/values/leaks";

/** One kind of failure. The matrix adds the operation, the route and the number of repetitions. */
interface FaultCase {
  fault: Omit<Fault, "route" | "times">;
  /** Whether the operation may fail although the fault ends. `TOKEN` stands for the token endpoint. */
  mayFail?: (method: string, times: number, operation: Operation) => boolean;
  /** The numbers of affected requests, each with a test. 0 means all. The default is 1, 3, and 0. */
  repetitions?: number[];
  /** Whether a request that did not run gets a success status, which only a POST or a GET reveals. */
  falseSuccess?: true;
}

const beforeAndAfterWork = (
  name: string,
  fault: FaultCase["fault"],
  more: Partial<FaultCase> = {},
) =>
  (["before", "after"] as const).map((when): [string, FaultCase] => [
    `${name} ${when} the work`,
    { fault: { when, ...fault }, ...more },
  ]);

const refused = (header: string, value: string): [string, FaultCase] => [
  `429 with ${header}: ${value}`,
  // It differs from the 429 below only in its wait.
  { fault: { kind: "status", status: 429, headers: { [header]: value } }, repetitions: [3] },
];
const at = (seconds: number) => String(noon / 1000 + seconds);
const date = (seconds: number) => new Date(noon + 1000 * seconds).toUTCString();
const page = { "content-type": "text/html" };
const expired = { statusCode: 401, error: "Unauthorized", message: "Expired token received" };

/** A refused token is renewed once, and a rejection at the token endpoint is final. */
const once: FaultCase["mayFail"] = (method, times) => method === "TOKEN" || times > 1;
/** A request to a host that has never responded is repeated only twice. */
const neverResponded: FaultCase["mayFail"] = (method, times, operation) =>
  method === "TOKEN" && operation === "create" && times > 2;

const faultCases: [string, FaultCase][] = [
  ...[500, 503].flatMap((status) => beforeAndAfterWork(`${status}`, { kind: "status", status })),
  // The provider treats them like those above, so one number of repetitions is enough for each.
  ...beforeAndAfterWork("408", { kind: "status", status: 408 }, { repetitions: [3] }),
  ...beforeAndAfterWork("502", { kind: "status", status: 502 }, { repetitions: [0] }),
  ...beforeAndAfterWork("504", { kind: "status", status: 504 }, { repetitions: [1] }),
  // Only before the work, because Auth0 sends 429 for a request that did not run.
  ["429", { fault: { kind: "status", status: 429 } }],
  refused("retry-after", "3"),
  refused("retry-after", date(4)),
  refused("retry-after", date(-3600)),
  refused("retry-after", "9e9"),
  refused("x-ratelimit-reset", at(5)),
  refused("x-ratelimit-reset", at(-3600)),
  refused("x-ratelimit-reset", "5"),
  refused("x-ratelimit-reset", `${at(5)}000`),
  refused("x-ratelimit-reset", "1e300"),
  ["429 with a web page", { fault: { kind: "html", status: 429 } }],
  ["401, expired", { fault: { kind: "status", status: 401, body: expired }, mayFail: once }],
  [
    "a revoked token",
    { fault: { kind: "revoked" }, mayFail: (method, times) => method !== "TOKEN" && times > 1 },
  ],
  ...beforeAndAfterWork("a web page with 502", { kind: "html" }),
  ...beforeAndAfterWork(
    "a web page with 200",
    { kind: "status", status: 200, headers: page, body: "<!DOCTYPE html><html>Sign in</html>" },
    { mayFail: (method) => method !== "POST" },
  ),
  ...beforeAndAfterWork("503 without a body", { kind: "empty", status: 503 }),
  [
    "nothing but a good status after the work",
    {
      fault: { kind: "empty", when: "after" },
      mayFail: (method) => method === "GET" || method === "TOKEN",
    },
  ],
  [
    "nothing but a good status before the work",
    { fault: { kind: "empty" }, falseSuccess: true, mayFail: () => true },
  ],
  ["cut JSON with a bad status before the work", { fault: { kind: "truncated", status: 502 } }],
  [
    "cut JSON with a good status before the work",
    { fault: { kind: "truncated" }, falseSuccess: true },
  ],
  ["cut JSON after the work", { fault: { kind: "truncated", when: "after" } }],
  ...beforeAndAfterWork("a cut connection", { kind: "cut" }, { mayFail: neverResponded }),
  ...beforeAndAfterWork("a dropped connection", { kind: "drop" }, { mayFail: neverResponded }),
  ...beforeAndAfterWork("no response in time", { kind: "hang" }, { mayFail: neverResponded }),
  ...beforeAndAfterWork("a slow response", { kind: "slow", delayMs: 5 }),
  ["a gateway's 404", { fault: kong404, repetitions: [1, 0], mayFail: () => true }],
];

/** Completed before the first search, before the last search, and after it. */
const late = [4000, 8000, 60_000].map((lateMs): [string, FaultCase] => [
  `504 and the work ${lateMs / 1000} s later`,
  {
    fault: { kind: "status", status: 504, when: "late", lateMs },
    repetitions: [1],
    mayFail: (_method, _times, operation) => operation === "create" && lateMs === 8000,
  },
]);

/** What the provider prints. */
const printed: string[] = [];
beforeAll(() => {
  for (const method of ["log", "warn", "error"] as const)
    jest.spyOn(console, method).mockImplementation((...line) => void printed.push(line.join(" ")));
});
afterAll(() => {
  jest.restoreAllMocks();
});

/** A fault in one operation. */
interface MatrixTest {
  title: string;
  fault: Fault;
  /** Whether the operation must succeed. */
  mustSucceed: boolean;
}

/** The tests of one operation and one route, in their own tenant. */
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

/** Tests every fault in every operation of every resource and at the token endpoint, with each of its repetitions. */
for (const { kind, operation, route, tests } of sequencesOf(
  sampled([...faultCases, ...late], "faults"),
)) {
  describe(`${kind.name}, ${operation}, fault at ${route}`, () => {
    let scenario: Scenario;
    beforeAll(async () => {
      scenario = await startScenario({ maxConcurrency: 8, maxRetries: 10, timeoutMs: 60_000 });
    });
    afterAll(() => scenario.close());

    test.each(tests)("$title", async ({ fault, mustSucceed }) => {
      const outcome = await scenario.run({ kind, operation, fault });
      if (mustSucceed) expect(outcome.failed).toBeUndefined();
      if (outcome.failed) expectClearError(outcome);
      expectBounds(outcome);
      expectStateIsTrue(outcome, kind, operation);
      expectConvergence(outcome, kind, operation);
      expect(leaksIn(printed.splice(0).join("\n"), outcome.secrets)).toEqual([]);
    });
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

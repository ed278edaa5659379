import {
  beforeAndAfterWork,
  type FaultCase,
  faultMatrix,
} from "../../../support/faults/faultMatrix";
import { kong404, noon } from "../../../support/faults/faults";

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

faultMatrix([...faultCases, ...late], {
  maxConcurrency: 8,
  maxRetries: 10,
  timeoutMs: 60_000,
});

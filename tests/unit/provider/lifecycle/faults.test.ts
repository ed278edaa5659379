import { both, faultMatrix, type Trouble } from "../../../support/faults/faultMatrix";
import { noon } from "../../../support/faults/faults";

const refused = (header: string, value: string): [string, Trouble] => [
  `429 with ${header}: ${value}`,
  { fault: { kind: "status", status: 429, headers: { [header]: value } } },
];
const at = (seconds: number) => String(noon / 1000 + seconds);
const date = (seconds: number) => new Date(noon + 1000 * seconds).toUTCString();
const page = { "content-type": "text/html" };
const expired = { statusCode: 401, error: "Unauthorized", message: "Expired token received" };

/** A token is renewed once only; who asks for one is told at once. */
const once: Trouble["lasting"] = (method, times) => method === "TOKEN" || times > 1;
/** A host that has never answered gets two more tries. */
const silent: Trouble["lasting"] = (method, times, act) =>
  method === "TOKEN" && act === "create" && times > 2;

const troubles: [string, Trouble][] = [
  ...[500, 503].flatMap((status) => both(`${status}`, { kind: "status", status })),
  // Nothing tells them from those, so each of them need not come in every number.
  ...both("408", { kind: "status", status: 408 }, { often: [3] }),
  ...both("502", { kind: "status", status: 502 }, { often: [0] }),
  ...both("504", { kind: "status", status: 504 }, { often: [1] }),
  // Only before the work: 429 says that nothing ran.
  ["429", { fault: { kind: "status", status: 429 } }],
  refused("retry-after", "3"),
  refused("retry-after", date(4)),
  refused("retry-after", date(-3600)),
  refused("retry-after", "86400"),
  refused("x-ratelimit-reset", at(5)),
  refused("x-ratelimit-reset", at(-3600)),
  refused("x-ratelimit-reset", "5"),
  refused("x-ratelimit-reset", `${at(5)}000`),
  refused("x-ratelimit-reset", "1e300"),
  ["429 with a web page", { fault: { kind: "html", status: 429 } }],
  ["401, expired", { fault: { kind: "status", status: 401, body: expired }, lasting: once }],
  [
    "a revoked token",
    { fault: { kind: "revoked" }, lasting: (method, times) => method !== "TOKEN" && times > 1 },
  ],
  ...both("a web page with 502", { kind: "html" }),
  ...both(
    "a web page with 200",
    { kind: "status", status: 200, headers: page, body: "<!DOCTYPE html><html>Sign in</html>" },
    { lasting: (method) => method !== "POST" },
  ),
  ...both("503 without a body", { kind: "empty", status: 503 }),
  [
    "nothing but a good status after the work",
    {
      fault: { kind: "empty", when: "after" },
      lasting: (method) => method === "GET" || method === "TOKEN",
    },
  ],
  [
    "nothing but a good status before the work",
    { fault: { kind: "empty" }, lie: true, lasting: () => true },
  ],
  ["cut JSON with a bad status before the work", { fault: { kind: "truncated", status: 502 } }],
  ["cut JSON with a good status before the work", { fault: { kind: "truncated" }, lie: true }],
  ["cut JSON after the work", { fault: { kind: "truncated", when: "after" } }],
  ...both("a cut connection", { kind: "cut" }, { lasting: silent }),
  ...both("a dropped connection", { kind: "drop" }, { lasting: silent }),
];

faultMatrix(troubles, { maxConcurrency: 8, maxRetries: 10, timeoutMs: 60_000 });

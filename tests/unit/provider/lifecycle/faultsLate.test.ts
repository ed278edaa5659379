import { both, faultMatrix, type Trouble } from "../../../support/faults/faultMatrix";

/** A host that has never answered gets two more tries. */
const silent: Trouble["lasting"] = (method, times, act) =>
  method === "TOKEN" && act === "create" && times > 2;

// Real milliseconds, and not fewer: on a busy machine an answer in time would come too late.
faultMatrix(
  [
    ...both("no answer", { kind: "hang" }, { lasting: silent }),
    ...both("an answer that is too late", { kind: "slow", delayMs: 5000 }, { lasting: silent }),
    ["an answer byte by byte", { fault: { kind: "trickle" }, lasting: silent }],
    ...both("a late answer", { kind: "slow", delayMs: 5 }),
  ],
  { maxConcurrency: 8, maxRetries: 3, timeoutMs: 500 },
);

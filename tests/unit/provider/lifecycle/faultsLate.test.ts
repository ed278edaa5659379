import {
  beforeAndAfterWork,
  type FaultCase,
  faultMatrix,
} from "../../../support/faults/faultMatrix";

/** A request to a host that has never responded is repeated only twice. */
const neverResponded: FaultCase["mayFail"] = (method, times, operation) =>
  method === "TOKEN" && operation === "create" && times > 2;

// Real milliseconds. With a shorter timeout, responses in time would come too late on a busy machine.
faultMatrix(
  [
    ...beforeAndAfterWork("no response", { kind: "hang" }, { mayFail: neverResponded }),
    ...beforeAndAfterWork(
      "a response after the timeout",
      { kind: "slow", delayMs: 30_000 },
      { mayFail: neverResponded },
    ),
    ["a response byte by byte", { fault: { kind: "trickle" }, mayFail: neverResponded }],
  ],
  { maxConcurrency: 8, maxRetries: 3, timeoutMs: 1500 },
);

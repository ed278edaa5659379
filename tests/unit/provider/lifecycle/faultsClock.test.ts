import { describe } from "@jest/globals";
import { beforeAndAfterWork, faultMatrix } from "../../../support/faults/faultMatrix";

const limits = { maxConcurrency: 8, maxRetries: 10, timeoutMs: 60_000 };

describe.each([-10, -5, -2, 2, 5, 10])("timestamps that differ from Date by %d s", (seconds) => {
  faultMatrix(
    [
      ...beforeAndAfterWork(
        "a dropped connection",
        { kind: "drop" },
        {
          repetitions: [1],
          // An object that may be older than the create is named and not adopted.
          mayFail: (_method, _times, operation) => operation === "create" && seconds < 0,
        },
      ),
    ],
    limits,
    { clockSkewMs: -seconds * 1000 },
  );
});

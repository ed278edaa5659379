import { describe } from "@jest/globals";
import { both, faultMatrix } from "../../../support/faults/faultMatrix";

const limits = { maxConcurrency: 8, maxRetries: 10, timeoutMs: 60_000 };

describe.each([-10, -5, -2, 2, 5, 10])("timestamps that differ from Date by %d s", (seconds) => {
  faultMatrix(
    [
      ...both(
        "a dropped connection",
        { kind: "drop" },
        {
          often: [1],
          // What may be older than the create is named, not adopted.
          lasting: (_method, _times, act) => act === "create" && seconds < 0,
        },
      ),
    ],
    limits,
    { clockSkewMs: -seconds * 1000 },
  );
});

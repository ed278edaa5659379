import { type FaultCase, faultMatrix } from "../../../support/faults/faultMatrix";
import { foreign404s } from "../../../support/faults/foreign404s";

const limits = { maxConcurrency: 8, maxRetries: 10, timeoutMs: 60_000 };

/** No such response counts as a deletion, as a deleted object or as an object. */
const foreign = foreign404s.map(([name, fault]): [string, FaultCase] => [
  `a gateway's 404 with ${name}`,
  { fault, repetitions: [1, 0], mayFail: () => true },
]);

/** Done before the first search, before the last search, and after it. */
const late = [4000, 8000, 60_000].map((lateMs): [string, FaultCase] => [
  `504 and the work ${lateMs / 1000} s later`,
  {
    fault: { kind: "status", status: 504, when: "late", lateMs },
    repetitions: [1],
    mayFail: (_method, _times, operation) => operation === "create" && lateMs === 8000,
  },
]);

faultMatrix([...foreign, ...late], limits);

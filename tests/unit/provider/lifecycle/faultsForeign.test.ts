import { faultMatrix, type Trouble } from "../../../support/faults/faultMatrix";
import { foreign404s } from "../../../support/faults/foreign404s";

const limits = { maxConcurrency: 8, maxRetries: 10, timeoutMs: 60_000 };

/** No such answer may pass for a deletion, for an object that is gone or for a good one. */
const foreign = foreign404s.map(([name, fault]): [string, Trouble] => [
  `a gateway's 404 with ${name}`,
  { fault, often: [1, 0], lasting: () => true },
]);

/** Until the first look, until the last look, and after it. */
const late = [4000, 8000, 60_000].map((lateMs): [string, Trouble] => [
  `504 and the work ${lateMs / 1000} s later`,
  {
    fault: { kind: "status", status: 504, when: "late", lateMs },
    often: [1],
    lasting: (_method, _times, act) => act === "create" && lateMs === 8000,
  },
]);

faultMatrix([...foreign, ...late], limits);

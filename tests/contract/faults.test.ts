import { afterAll } from "@jest/globals";
import { forEachAdapter } from "../support/engine/adapters";
import { type FaultCase, faultMatrixIn } from "../support/faults/faultMatrix";
import type { Scenario } from "../support/faults/faults";
import { kong404 } from "../support/faults/foreign404s";
import { startProcessScenario } from "../support/faults/processScenario";
import { removeTemporaryFolders } from "../support/project";

/** A refused token is renewed once, and a refusal at the token endpoint is final. */
const renewedOnce: FaultCase["mayFail"] = (method, times) => method === "TOKEN" || times > 1;
const once = [1];
const onceAndForEver = [1, 0];

// One fault of each kind: what each of them does to a request is tested without a process.
const faultCases: [string, FaultCase][] = [
  ["503 after the work", { fault: failure(503, "after"), repetitions: once }],
  ["429", { fault: failure(429), repetitions: once }],
  ["401", { fault: failure(401), mayFail: renewedOnce, repetitions: onceAndForEver }],
  ["400", { fault: failure(400), mayFail: () => true, repetitions: once }],
  ["a gateway's 404", { fault: kong404, mayFail: () => true, repetitions: once }],
  ["a web page after the work", { fault: { kind: "html", when: "after" }, repetitions: once }],
  ["cut JSON after the work", { fault: { kind: "truncated", when: "after" }, repetitions: once }],
  ["a dropped connection before the work", { fault: { kind: "drop" }, repetitions: once }],
  [
    "a dropped connection after the work",
    { fault: { kind: "drop", when: "after" }, repetitions: once },
  ],
];

function failure(status: number, when: "before" | "after" = "before"): FaultCase["fault"] {
  return { kind: "status", status, when };
}

forEachAdapter((adapter) => {
  const scenarios = new Map<string, Promise<Scenario>>();
  // The faults of one kind of resource are another's requests: a tenant and a process for each kind.
  faultMatrixIn(faultCases, ({ name }) => {
    const scenario = scenarios.get(name) ?? startProcessScenario(adapter);
    scenarios.set(name, scenario);
    return scenario;
  });
});
afterAll(removeTemporaryFolders);

import { expect, test } from "@jest/globals";
import { type Printed, stateChanges } from "../../../../../cli/ci/preview/stateChanges";
import { stateOf } from "../../../../../cli/shared/state";

const urn = "urn:pulumi:prod::crm::auth0-native:index:EventStream::crm";
const [one, other] = [`${urn}1`, `${urn}2`];
const stored = { urn, id: "est_1", outputs: { a: 1 }, dependencies: [one, other], stackTrace: [1] };
const declared = { urn, dependencies: [other, one], propertyDependencies: { a: [], b: null } };

const printed = (after: object, planned = {}, pending: { type: string }[] = []): Printed => ({
  plan: { resourcePlans: { [urn]: { steps: ["same"], ...planned } } },
  preview: { steps: [{ urn, oldState: stored, newState: { ...declared, ...after } }] },
  state: stateOf({ pending_operations: pending.map((one) => ({ ...one, resource: { urn } })) }),
});

test.each<[string, Printed, string[]]>([
  ["nothing", printed({}, { goal: { inputDiff: {}, outputDiff: {} } }), []],
  ["an option that this version does not know", printed({ later: [1] }), ["crm: later"]],
  ["dependencies", printed({ dependencies: [one] }), ["crm: dependencies"]],
  ["the name", printed({ urn: one }), ["crm: urn"]],
  ["the id of what is only read", printed({ id: "est_2" }), ["crm: id"]],
  ["a secret input", printed({}, { goal: { inputDiff: { updates: {} } } }), ["crm: inputs"]],
  ["an output", printed({}, { goal: { outputDiff: { adds: { later: 1 } } } }), ["crm: outputs"]],
  ["a provider of the engine", printed({}, { steps: ["create"] }), ["crm: create"]],
  [
    "what is left of an interrupted run",
    printed({}, {}, [{ type: "creating" }]),
    ["crm: interrupted while creating"],
  ],
])("an update would save %s", (_, found, expected) => {
  expect(stateChanges(found)).toEqual(expected);
});

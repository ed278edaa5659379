import { expect, test } from "@jest/globals";
import { changesOutputs, fulfillable } from "../../../../cli/ci/pulumiPlan";
import { unknownValue as unknown } from "../../../../provider/schema/unknown";
import type { Props } from "../../../../provider/shared/json";
import { secretSignature, signatureKey } from "../../../../provider/stateStrings";

const secret = (ciphertext: string) => ({ [signatureKey]: secretSignature, ciphertext });
const reference = (id: string) => ({
  [signatureKey]: "5cf8f73096256a8f31e491e813e4eb8e",
  urn: "urn",
  id,
});
const float = (value: string) => ({
  [signatureKey]: "8ad145fe-0d11-4827-bfd7-1abcbf086f5c",
  value,
});
const whole = (properties: object) => ({ "@isPulumiResource": true, ...properties });

test("a plan to apply has unknown values in place of whole resources and NaN in outputs", () => {
  const planOf = (outputs: Props) => ({
    manifest: {},
    resourcePlans: {
      stack: {
        goal: { outputDiff: { adds: outputs, updates: {}, deletes: ["b"] } },
        state: outputs,
      },
      deleted: { steps: ["delete"] },
      // The engine writes it if the preview doesn't know the resource's provider.
      unknown: { goal: { inputDiff: {}, outputDiff: {} }, steps: ["create"], state: null },
    },
  });
  const planned = {
    a: whole({ b: 1 }),
    c: [{ d: reference("") }],
    e: reference("est_1"),
    f: secret("1"),
    g: float("fff0000000000000"),
    h: [float("7ff8000000000001")],
  };
  expect(fulfillable(planOf(planned))).toEqual(
    planOf({ ...planned, a: unknown, c: [{ d: unknown }], h: [unknown] }),
  );
});

test.each<[string, boolean, Props, Props]>([
  ["a whole resource is saved", false, whole({ b: 1, c: unknown }), { b: 1 }],
  ["a secret of a whole resource is saved", false, whole({ b: secret("1") }), { b: secret("2") }],
  ["a list of whole resources is saved", false, { b: [whole({ c: 1 })] }, { b: [{ c: 1 }] }],
  ["a value that is undefined is not saved", false, { b: unknown, c: null }, {}],
  ["a property of a whole resource is another", true, whole({ b: 1 }), { b: 2 }],
  ["a whole resource lacks a property", true, whole({}), { b: 1 }],
  ["a whole resource is new in a list", true, { b: [whole({}), whole({})] }, { b: [{}] }],
  ["a secret may be another", true, { b: secret("1") }, { b: secret("2") }],
  ["an unknown value may be another", true, { b: unknown }, { b: 1 }],
])("outputs change only if an update would save others: %s", (_, expected, planned, saved) => {
  expect(changesOutputs({ updates: { a: planned } }, { a: saved })).toBe(expected);
});

test("a preview changes the outputs if it deletes one", () => {
  expect(changesOutputs({ deletes: ["a"] }, { a: 1 })).toBe(true);
});

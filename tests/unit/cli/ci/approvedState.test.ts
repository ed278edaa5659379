import { expect, test } from "@jest/globals";
import type { EngineEvent } from "@pulumi/pulumi/automation";
import { changedSince, inputsBefore } from "../../../../cli/ci/approvedState";
import { stateOf } from "../../../../cli/shared/state";
import { secretSignature, signatureKey } from "../../../../provider/stateContract";

const urn = "urn:pulumi:prod::crm::a:b:C::crm";
const other = "urn:pulumi:prod::crm::a:b:C::other";
const secret = { [signatureKey]: secretSignature, ciphertext: "canary" };

test("changes since the plan are shown with both values, without secrets", () => {
  const state = stateOf({
    resources: [
      { urn, inputs: { same: 1, token: secret, limit: 5, list: [secret], __code: 2 } },
      { urn, delete: true, inputs: {} },
      { urn: other, inputs: { limit: 7 } },
    ],
  });
  const before = {
    same: 1,
    token: { ...secret, ciphertext: "" },
    limit: 100,
    list: [],
    gone: "a",
    __code: 1,
  };
  expect(changedSince({ [urn]: before }, state)).toEqual([
    "crm: limit was 100 and is now 5",
    'crm: list was [] and is now ["[secret]"]',
    'crm: gone was "a" and is now not set',
  ]);
});

test("an asset is unchanged if its hash is, because events omit its text", () => {
  const asset = { [signatureKey]: "c44067f5952c0a294b673a41bacd8c17", hash: "a1" };
  const inState = (hash: string) =>
    stateOf({ resources: [{ urn, inputs: { code: { ...asset, hash, text: "source" } } }] });
  const before = { [urn]: { code: { ...asset, text: "<contents elided>" } } };
  expect(changedSince(before, inState("a1"))).toEqual([]);
  expect(changedSince(before, inState("b2"))).toHaveLength(1);
});

test("the inputs before a plan are the state's, and not those of a replaced object", () => {
  const event = (op: string, limit: number) =>
    ({ resourcePreEvent: { metadata: { op, urn, old: { inputs: { limit } } } } }) as unknown;
  const events = [
    ["refresh", 1],
    ["update", 2],
    ["delete-replaced", 3],
  ].map(([op, limit]) => event(String(op), Number(limit))) as EngineEvent[];
  expect(inputsBefore(events)).toEqual({ [urn]: { limit: 1 } });
  expect(inputsBefore(events.slice(2))).toEqual({});
});

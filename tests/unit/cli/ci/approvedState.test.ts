import { expect, test } from "@jest/globals";
import { changedSince } from "../../../../cli/ci/approvedState";
import { stateOf } from "../../../../cli/shared/state";
import { secretSignature, signatureKey } from "../../../../provider/stateContract";

const urn = "urn:pulumi:prod::crm::a:b:C::crm";
const other = "urn:pulumi:prod::crm::a:b:C::other";
const secret = { [signatureKey]: secretSignature, ciphertext: "canary" };

test("what changed since the plan is shown with both values, and without secrets", () => {
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
    "crm: limit was 100, and is 5",
    'crm: list was [], and is ["[secret]"]',
    'crm: gone was "a", and is not set',
  ]);
});

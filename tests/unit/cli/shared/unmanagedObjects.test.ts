import { expect, test } from "@jest/globals";
import { unmanagedObjects } from "../../../../cli/shared/tenantObjects";
import { stackObject, tenantObject } from "../../../support/values/tenantObjects";

const policyInputs = {
  resource: "oauth_authentication_api",
  consumer: "client",
  consumerSelector: "default",
};
const policy = tenantObject({
  kind: "RateLimitPolicy",
  id: "rlp_1",
  label: "default",
  inputs: policyInputs,
});
const young = tenantObject({ id: "est_new", createdAt: "2026-03-01T00:00:00Z" });
const old = tenantObject({ id: "est_old", label: "a\u202eb", inputs: {} });
const inStack = stackObject({ id: "est_other" });
const objects = unmanagedObjects([policy, young, old], [inStack]);

test("objects without a name never match each other", () => {
  expect(unmanagedObjects([old], [{ ...inStack, inputs: {} }])[0]?.couldBe).toEqual([]);
});

test("an object of another tenant with the same key is not a match", () => {
  const [found] = unmanagedObjects([young], [{ ...inStack, tenant: "other.eu.auth0.com" }]);
  expect(found?.couldBe).toEqual([]);
});

test("objects are in order of kind and age, with possible matches", () => {
  expect(objects.map(({ id, couldBe }) => [id, couldBe.map(({ name }) => name)])).toEqual([
    ["est_old", []],
    ["est_new", ["crm"]],
    ["rlp_1", []],
  ]);
});

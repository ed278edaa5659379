import { expect, test } from "@jest/globals";
import { table } from "../../../../cli/import/render/report";
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

test("the table has a line per object, by kind and age, with possible matches", () => {
  expect(table("example.eu.auth0.com", objects, new Date("2026-03-02T00:00:00Z"))).toBe(
    `KIND             ID       NAME      CREATED                  AGE      SAME NAME AS
EventStream      est_old  a\\u202eb  2026-01-02 03:04:05 UTC  58 days
EventStream      est_new  crm       2026-03-01 00:00:00 UTC  1 day    crm in production
RateLimitPolicy  rlp_1    default   2026-01-02 03:04:05 UTC  58 days

example.eu.auth0.com has 3 objects that no stack in this project manages.
`,
  );
});

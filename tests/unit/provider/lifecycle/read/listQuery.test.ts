import { expect, test } from "@jest/globals";
import { listQuery } from "../../../../../provider/lifecycle/read/listQuery";
import {
  eventStream,
  guardianFcmv1Provider,
  rateLimitPolicy,
} from "../../../../../provider/resources";

test("filters are sent under Auth0's names, without those that are null", () => {
  const filters = { consumer: "client", consumerSelector: "default", resource: null };
  const query = { consumer: "client", consumer_selector: "default" };
  expect(listQuery(rateLimitPolicy, filters)).toEqual(query);
  expect(listQuery(eventStream, {})).toEqual({});
});

test("unknown and invalid filters are rejected together", () => {
  expect(() =>
    listQuery(rateLimitPolicy, { consumer: "user", consumerSelectr: "default" }),
  ).toThrow(
    "list of RateLimitPolicy: consumerSelectr is not a property. Did you mean consumerSelector?\nconsumer must be client",
  );
  expect(() => listQuery(eventStream, { name: "crm" })).toThrow(
    /^list of EventStream: name is not a property$/,
  );
});

test("a resource that Auth0 does not list is rejected by name", () => {
  expect(() => listQuery(guardianFcmv1Provider, {})).toThrow(
    "Auth0 can't list GuardianFcmv1Provider objects",
  );
});

import { describe, expect, test } from "@jest/globals";
import * as resources from "../../../../provider/resources";
import { idViolation, naturalKeyOf } from "../../../../provider/resources/definition";
import { resourceSchema } from "../../../../provider/schema/packageSchema";
import { stream } from "../../../support/values/eventStream";
import { push } from "../../../support/values/guardianFcmv1Provider";
import { policy } from "../../../support/values/rateLimitPolicy";

const { eventStream, guardianFcmv1Provider, rateLimitPolicy } = resources;
const policyKey = (changes: object = {}) => naturalKeyOf(rateLimitPolicy, policy(changes));

describe("a natural key", () => {
  test("consists of inputs that schema.json has", () => {
    for (const { name, naturalKey = [] } of Object.values(resources)) {
      const inputs = Object.keys(resourceSchema(name).inputs.properties);
      expect(inputs).toEqual(expect.arrayContaining(naturalKey));
    }
  });

  test("is the same if all of its inputs are, regardless of the others", () => {
    expect(policyKey({ configuration: { action: "allow" } })).toBe(policyKey());
    expect(naturalKeyOf(eventStream, stream({ status: "disabled" }))).toBe(
      naturalKeyOf(eventStream, stream()),
    );
  });

  test("differs if one of its inputs differs, even if the joined values are equal", () => {
    const others = [{ consumer: "x" }, { consumerSelector: "x" }, { resource: "x" }].map(policyKey);
    expect(new Set([policyKey(), ...others]).size).toBe(4);
    expect(policyKey({ consumer: "a", consumerSelector: 'b","c' })).not.toBe(
      policyKey({ consumer: 'a","b', consumerSelector: "c" }),
    );
  });

  test("does not exist without one of its inputs, or for a resource without such a key", () => {
    const { name: _, ...unnamed } = stream();
    expect(naturalKeyOf(eventStream, unnamed)).toBeUndefined();
    expect(policyKey({ consumer: null })).toBeUndefined();
    expect(naturalKeyOf(guardianFcmv1Provider, push())).toBeUndefined();
  });
});

test("an id must look like an id if Auth0 does not state its length", () => {
  const { idLength: _, ...unstated } = eventStream;
  expect(idViolation(unstated, "tep_1")).toBeUndefined();
  expect(idViolation(unstated, "a/b")).toContain("must consist of letters, digits, _, and -.");
});

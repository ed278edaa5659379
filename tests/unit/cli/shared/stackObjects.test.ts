import { expect, test } from "@jest/globals";
import { stackObjects } from "../../../../cli/shared/stackObjects";
import { stateOf } from "../../../../cli/shared/state";
import type { Props } from "../../../../provider/shared/json";

const dynamic = "pulumi-nodejs:dynamic/auth0-native:EventStream";
const resource = (type: string, fields: Props = {}): Props => ({
  urn: `urn:pulumi:production::identity::${type}::crm`,
  type,
  id: "est_1",
  inputs: { name: "crm" },
  ...fields,
});
const objectsIn = (...resources: Props[]) => stackObjects("production", stateOf({ resources }));

test.each([
  [dynamic, "EventStream", false, false],
  ["auth0-native:index:RateLimitPolicy", "RateLimitPolicy", true, false],
  ["auth0:index/eventStream:EventStream", "EventStream", false, true],
])("a resource of the type %s is found", (type, kind, servedByPlugin, isOfficial) => {
  expect(objectsIn(resource(type))).toEqual([
    {
      stack: "production",
      kind,
      servedByPlugin,
      urn: `urn:pulumi:production::identity::${type}::crm`,
      id: "est_1",
      name: "crm",
      inputs: { name: "crm" },
      isOfficial,
      isRead: false,
    },
  ]);
});

test("resources of other packages and resources without an id are not found", () => {
  const others = [
    resource("auth0:index/client:Client"),
    resource("pulumi:pulumi:Stack"),
    resource(dynamic, { id: null }),
  ];
  expect(objectsIn(...others)).toEqual([]);
});

const tenant = "example.eu.auth0.com";

test.each<[Props, object]>([
  [{ inputs: null }, { inputs: {} }],
  [{ outputs: { tenant } }, { tenant }],
  // A program only reads it.
  [{ external: true }, { isRead: true }],
])("a resource with %j is found with %j", (fields, expected) => {
  expect(objectsIn(resource(dynamic, fields))).toMatchObject([expected]);
});

test("a stack that was never updated has no objects", () => {
  expect(stackObjects("production", stateOf(undefined))).toEqual([]);
});

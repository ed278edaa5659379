import { describe, expect, test } from "@jest/globals";
import { changedKeys, replacedKeys } from "../../../../provider/schema/diff";
import { resourceSchema } from "../../../../provider/schema/packageSchema";
import type { Props } from "../../../../provider/shared/json";
import {
  action,
  authorizations,
  bridge,
  eventbridge,
  hook,
  stream,
  to,
  webhook,
} from "../../../support/values/eventStream";
import { jsonCopy, sentinels, unknown } from "../../../support/values/inputs";
import { policy } from "../../../support/values/rateLimitPolicy";

const schemas = {
  stream: resourceSchema("EventStream").inputs,
  policy: resourceSchema("RateLimitPolicy").inputs,
  push: resourceSchema("GuardianFcmv1Provider").inputs,
};
const basic = webhook(authorizations.basic);

test("old outputs and omitted properties are not a change", () => {
  const olds = { ...stream(), createdAt: "2026", tenant: "a.example.com", __provider: "x" };
  const { name: _, ...news } = stream();
  expect(changedKeys(schemas.stream, olds, news)).toEqual([]);
});

test.each<[string, Props, Props, boolean]>([
  ["a status", stream(), stream({ status: "disabled" }), false],
  ["another action", to(action()), to(action("another")), true],
  ["another region", to(eventbridge()), bridge({ awsRegion: "us-east-1" }), true],
  ["another account", to(eventbridge()), to(eventbridge("999999999999")), true],
  ["a destination of an unknown type", to({ type: "kafka" }), stream(), true],
])("%s is a replacement only if Auth0 cannot update it", (_, olds, news, replaces) => {
  expect(changedKeys(schemas.stream, olds, news)).toHaveLength(1);
  expect(replacedKeys(schemas.stream, olds, news)).toHaveLength(replaces ? 1 : 0);
});

test.each([
  ["resource", { resource: "another_api" }, ["resource"]],
  ["consumer", { consumer: "another" }, ["consumer"]],
  ["consumerSelector", { consumerSelector: "default" }, ["consumerSelector"]],
  ["configuration", { configuration: { action: "allow" } }, []],
  ["configuration", { configuration: { action: "block", limit: 0 } }, []],
])("a change of a policy's %s to %j replaces %j", (key, change, replaced) => {
  expect(changedKeys(schemas.policy, policy(), policy(change))).toEqual([key]);
  expect(replacedKeys(schemas.policy, policy(), policy(change))).toEqual(replaced);
});

describe.each(sentinels)("an unknown value (%s)", (_type, sentinel) => {
  test.each<[string, Props, Props, string, boolean]>([
    ["name", stream(), stream({ name: sentinel }), "name", false],
    ["name, interpolated", stream(), stream({ name: `crm-${sentinel}` }), "name", false],
    [
      "item of a set",
      stream(),
      stream({ subscriptions: [{ eventType: sentinel }] }),
      "subscriptions",
      false,
    ],
    ["endpoint", stream(), hook({ webhookEndpoint: `https://${sentinel}/` }), "destination", false],
    ["authorization", stream(), hook({ webhookAuthorization: sentinel }), "destination", false],
    [
      "webhook configuration",
      stream(),
      to({ type: "webhook", configuration: sentinel }),
      "destination",
      false,
    ],
    ["whole destination", stream(), to(sentinel), "destination", true],
    ["destination type", stream(), to({ ...jsonCopy(basic), type: sentinel }), "destination", true],
    ["account", to(eventbridge()), bridge({ awsAccountId: sentinel }), "destination", true],
    [
      "bridge configuration",
      to(eventbridge()),
      to({ type: "eventbridge", configuration: sentinel }),
      "destination",
      true,
    ],
    ["action id", to(action()), to(action(sentinel)), "destination", true],
  ])(
    "as %s is a change, and a replacement if a value could require one",
    (_place, olds, news, key, replaces) => {
      expect(changedKeys(schemas.stream, olds, news)).toEqual([key]);
      expect(replacedKeys(schemas.stream, olds, news)).toEqual(replaces ? [key] : []);
    },
  );
});

test("an unknown value is a change, even of the same unknown value", () => {
  const olds = policy({ consumerSelector: unknown });
  expect(changedKeys(schemas.policy, olds, jsonCopy(olds))).toEqual(["consumerSelector"]);
  expect(replacedKeys(schemas.policy, olds, jsonCopy(olds))).toEqual(["consumerSelector"]);
});

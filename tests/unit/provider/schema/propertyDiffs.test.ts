import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { changedKeys, propertyDiffs } from "../../../../provider/schema/diff";
import { type ObjectSchema, resourceSchema } from "../../../../provider/schema/packageSchema";
import type { Props } from "../../../../provider/shared/json";
import { inputsOf } from "../../../support/values/arbitrary";
import {
  action,
  authorizations,
  hook,
  stream,
  to,
  webhook,
} from "../../../support/values/eventStream";
import { jsonCopy, unknown } from "../../../support/values/inputs";

const inputs = resourceSchema("EventStream").inputs;

/** Each difference as text: kind, path, and `!` if it replaces the object. */
const diffs = (schema: ObjectSchema, olds: Props, news: Props) =>
  propertyDiffs(schema, olds, news).map(
    ({ path, kind, replaces }) => `${kind} ${path.join(".")}${replaces ? "!" : ""}`,
  );

test.each<[string, Props, string[]]>([
  ["a name", stream({ name: "b" }), ["update name"]],
  ["a new property", { ...stream(), extra: 1 }, []],
  [
    "an endpoint",
    hook({ webhookEndpoint: "https://b.example.com" }),
    ["update destination.configuration.webhookEndpoint"],
  ],
  [
    "a password",
    to(webhook({ ...authorizations.basic, password: "another" })),
    ["update destination.configuration.webhookAuthorization.password"],
  ],
  [
    "an authorization method",
    to(webhook(authorizations.bearer)),
    [
      "update destination.configuration.webhookAuthorization.method",
      "delete destination.configuration.webhookAuthorization.username",
      "delete destination.configuration.webhookAuthorization.password",
      "add destination.configuration.webhookAuthorization.token",
    ],
  ],
  [
    "a destination",
    to(action()),
    [
      "update destination.type!",
      "delete destination.configuration.webhookEndpoint!",
      "delete destination.configuration.webhookAuthorization!",
      "add destination.configuration.actionId!",
    ],
  ],
  [
    "an unknown destination",
    to({ type: "webhook", configuration: unknown }),
    ["update destination.configuration"],
  ],
])("%s that differs is named by its path", (_, news, expected) => {
  expect(diffs(inputs, jsonCopy(stream()), jsonCopy(news))).toEqual(expected);
});

test("an item of a set that changed is deleted, and another one is added", () => {
  const types = (...eventTypes: string[]) =>
    stream({ subscriptions: eventTypes.map((eventType) => ({ eventType })) });
  const olds = types("user.created", "user.deleted");
  expect(diffs(inputs, olds, types("group.created", "user.deleted", "user.updated"))).toEqual([
    "delete subscriptions.0",
    "add subscriptions.0",
    "add subscriptions.2",
  ]);
});

test("a set that differs only by a repeated item is one update", () => {
  const once = stream({ subscriptions: [{ eventType: "user.created" }] });
  const twice = stream({
    subscriptions: [{ eventType: "user.created" }, { eventType: "user.created" }],
  });
  expect(diffs(inputs, once, twice)).toEqual(["update subscriptions"]);
});

test.each(["EventStream", "RateLimitPolicy", "GuardianFcmv1Provider"])(
  "%s: each path leads to a value that differs, and applying all of them gives the new inputs",
  (name) => {
    const schema = resourceSchema(name).inputs;
    fc.assert(
      fc.property(inputsOf(schema), inputsOf(schema), (a, b) => {
        const [olds, news] = [jsonCopy(a), { ...jsonCopy(a), ...jsonCopy(b) }];
        const found = propertyDiffs(schema, olds, news);
        expect(found.length > 0).toBe(changedKeys(schema, olds, news).length > 0);
        const patched = jsonCopy(olds);
        for (const { path } of found) copyAt(patched, news, path);
        // Items of sets have their own indexes on each side, so whole sets are compared.
        for (const key of Object.keys(news)) {
          if (Array.isArray(news[key])) continue;
          expect(patched[key]).toEqual(news[key]);
        }
      }),
    );
  },
);

// biome-ignore lint/suspicious/noExplicitAny: walks values of any form
function copyAt(target: any, source: any, [key, ...rest]: (string | number)[]): void {
  if (key === undefined) return;
  const isBelow = rest.length > 0 && source[key] !== undefined;
  if (isBelow) copyAt(target[key], source[key], rest);
  else if (source[key] === undefined) delete target[key];
  else target[key] = source[key];
}

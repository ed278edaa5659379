import { describe, expect, test } from "@jest/globals";
import { resourceSchema } from "../../../../provider/schema/packageSchema";
import {
  addPlaceholders,
  changedPlaceholderFailures,
  dropPlaceholders,
  keepsPlaceholders,
  keptPlaceholderFailures,
  placeholderPaths,
  secretPlaceholder,
} from "../../../../provider/schema/placeholder";
import { dropWriteOnly, secretTexts } from "../../../../provider/schema/secrets";
import type { Props } from "../../../../provider/shared/json";
import { everyPolicy, everyStream } from "../../../support/values/inputs";

const { inputs } = resourceSchema("EventStream");
const at = "destination.configuration.webhookAuthorization";

describe.each(everyStream)("a stream as the service returns it (%s)", (name, stream) => {
  const live = dropWriteOnly(inputs, stream) as Props;
  const expected: Record<string, string[]> = {
    basic: [`${at}.password`],
    bearer: [`${at}.token`],
    custom: [`${at}.headerValue`],
  };

  test("gets a placeholder for its missing secret, and for nothing else", () => {
    const filled = addPlaceholders(inputs, live);
    expect(placeholderPaths(filled)).toEqual(expected[name] ?? []);
    expect(dropPlaceholders(filled)).toEqual(live);
  });

  test("keeps a secret that it has", () => {
    expect(addPlaceholders(inputs, stream)).toEqual(stream);
    expect(placeholderPaths(stream)).toEqual([]);
  });

  test("has its placeholder where the secret belongs", () => {
    const texts = secretTexts(inputs, addPlaceholders(inputs, live));
    expect(texts).toHaveLength(secretTexts(inputs, stream).length);
  });
});

test.each(everyPolicy)("a policy, which has no secret, gets no placeholder (%s)", (_, policy) => {
  expect(addPlaceholders(resourceSchema("RateLimitPolicy").inputs, policy)).toEqual(policy);
});

test("a destination of an unknown type gets no placeholder", () => {
  const live = { destination: { type: "kafka", configuration: {} } };
  expect(addPlaceholders(inputs, live)).toEqual(live);
});

describe("a placeholder that a program and the state share", () => {
  const webhookAuthorization = { password: secretPlaceholder };
  const stream = { destination: { configuration: { webhookAuthorization } } };
  const path = `${at}.password`;

  test.each([
    ["destination"],
    ["destination.configuration"],
    ["destination.*"],
    ["*"],
    [path],
    ['destination["configuration"].webhookAuthorization'],
  ])("may stay where ignoreChanges covers it (%s)", (ignored) => {
    expect(keptPlaceholderFailures(stream, ["name", ignored], ["name"])).toEqual([]);
  });

  test.each([["name"], ["destination.type"], [`${path}.text`], ["dest"]])(
    "is a failure where ignoreChanges covers something else (%s)",
    (ignored) => {
      const [failure] = keptPlaceholderFailures(stream, [ignored], []);
      expect(failure).toContain(`${path} is still the placeholder of an import`);
      expect(failure).toContain('ignoreChanges: ["destination"]');
    },
  );

  test("is a failure where a change around it would be sent", () => {
    const [failure] = keptPlaceholderFailures(stream, [path], ["destination"]);
    expect(failure).toContain(`${path} is left to the service by ignoreChanges, but a change`);
  });

  test("is a failure of its own property alone, where ignoreChanges is not known", () => {
    expect(changedPlaceholderFailures(stream, ["name", "dest"], "")).toEqual([]);
    const [failure] = changedPlaceholderFailures(stream, ["name", "destination"], ", by a command");
    expect(failure).toContain(`${path} is still the placeholder of an import`);
    expect(failure).toContain("or a new one, by a command; a change of destination would send");
  });
});

test.each<[string, Props, Props, boolean]>([
  ["the same", { a: { b: secretPlaceholder } }, { a: { b: secretPlaceholder } }, true],
  ["none", { a: "b" }, { a: secretPlaceholder }, false],
  ["another place", { a: secretPlaceholder }, { b: secretPlaceholder }, false],
  ["another text", { a: `Bearer ${secretPlaceholder}` }, { a: secretPlaceholder }, false],
  ["one more", { a: secretPlaceholder, b: [secretPlaceholder] }, { a: secretPlaceholder }, false],
])("a placeholder is the state's by its place and its text (%s)", (_, news, olds, expected) => {
  expect(keepsPlaceholders(news, olds)).toBe(expected);
});

test("a text around the placeholder is still a placeholder", () => {
  const value = { token: `Bearer ${secretPlaceholder}`, username: "tenant" };
  expect(placeholderPaths(value)).toEqual(["token"]);
  expect(dropPlaceholders(value)).toEqual({ username: "tenant" });
});

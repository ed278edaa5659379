import { describe, expect, test } from "@jest/globals";
import { resourceSchema } from "../../../../provider/schema/packageSchema";
import {
  addPlaceholders,
  dropPlaceholders,
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

test("a text around the placeholder is still a placeholder", () => {
  const value = { token: `Bearer ${secretPlaceholder}`, username: "tenant" };
  expect(placeholderPaths(value)).toEqual(["token"]);
  expect(dropPlaceholders(value)).toEqual({ username: "tenant" });
});

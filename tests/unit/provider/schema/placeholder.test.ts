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
import { marked, secretPaths } from "../../../support/engine/secretValues";
import { samples } from "../../../support/values/kinds";

const { inputs } = resourceSchema("EventStream");
describe.each(samples)("$kind.name $sample as Auth0 returns it", ({ kind, program }) => {
  const schema = kind.resource.inputs;
  const live = dropWriteOnly(schema, program) as Props;

  test("gets a placeholder only for each missing secret", () => {
    const filled = addPlaceholders(schema, live);
    expect(placeholderPaths(filled)).toEqual(secretPaths(marked(kind.name, program)));
    expect(dropPlaceholders(filled)).toEqual(live);
  });

  test("keeps a secret that it has", () => {
    expect(addPlaceholders(schema, program)).toEqual(program);
    expect(placeholderPaths(program)).toEqual([]);
  });

  test("has its placeholder where the secret belongs", () => {
    const texts = secretTexts(schema, addPlaceholders(schema, live));
    expect(texts).toHaveLength(secretTexts(schema, program).length);
  });
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

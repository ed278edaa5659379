import { expect, test } from "@jest/globals";
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
test.each(samples)(
  "$kind.name $sample as Auth0 returns it gets a placeholder for each secret",
  (row) => {
    const { kind, program } = row;
    const schema = kind.resource.inputs;
    const live = dropWriteOnly(schema, program) as Props;
    const filled = addPlaceholders(schema, live);
    expect(placeholderPaths(filled)).toEqual(secretPaths(marked(kind.name, program)));
    expect(dropPlaceholders(filled)).toEqual(live);
    expect(secretTexts(schema, filled)).toHaveLength(secretTexts(schema, program).length);
    // A secret that it has stays.
    expect(addPlaceholders(schema, program)).toEqual(program);
    expect(placeholderPaths(program)).toEqual([]);
  },
);

test("a destination of an unknown type gets no placeholder", () => {
  const live = { destination: { type: "kafka", configuration: {} } };
  expect(addPlaceholders(inputs, live)).toEqual(live);
});

test("a text around the placeholder is still a placeholder", () => {
  const value = { token: `Bearer ${secretPlaceholder}`, username: "tenant" };
  expect(placeholderPaths(value)).toEqual(["token"]);
  expect(dropPlaceholders(value)).toEqual({ username: "tenant" });
});

import { expect, test } from "@jest/globals";
import { lookups, lookupsOf, schemaWithLookups } from "../../../../provider/lookups/lookups";
import * as definitions from "../../../../provider/resources";
import type { ListedResource } from "../../../../provider/resources/definition";
import { secretProperties } from "../../../support/engine/secretValues";

test("a resource without a natural key is looked up by its id, of any length", () => {
  const { naturalKey: _, idLength: __, ...keyless } = definitions.eventStream as ListedResource;
  const [one] = lookupsOf(keyless);
  expect(one?.declared).toMatchObject({
    description: expect.stringMatching(/^Returns the event stream with this `id`\. If/),
    inputs: { required: ["id"] },
  });
  const id = { type: "string", description: "The ID of the event stream." };
  expect(one?.declared.inputs?.properties).toEqual({ id });
});

test("results have no enumerations, which fail in Python on a new value", () => {
  const { properties } = lookups.getEventStream?.declared.outputs ?? {};
  expect(properties?.status).toMatchObject({ type: "string" });
  expect(properties?.status?.$ref).toBeUndefined();
  const types = Object.entries(schemaWithLookups.types).filter(([token]) => /:Found/.test(token));
  expect(types.length).toBeGreaterThan(5);
  const references = JSON.stringify([properties, types]).match(/#\/types\/[\w:-]+/g) ?? [];
  const isEnumeration = (token: string) => "enum" in (schemaWithLookups.types[token] ?? {});
  expect(references.map((each) => each.replace("#/types/", "")).filter(isEnumeration)).toEqual([]);
});

/** The property names of a node, and of all types that it refers to. */
function propertyNames(node: unknown): string[] {
  if (typeof node !== "object" || node === null) return [];
  return Object.entries(node).flatMap(([key, value]) => {
    if (key === "$ref") {
      return propertyNames(schemaWithLookups.types[String(value).replace("#/types/", "")]);
    }
    return [...(key === "properties" ? Object.keys(value) : []), ...propertyNames(value)];
  });
}

test.each(Object.values(lookups))("$name returns no property that Auth0 never returns", (one) => {
  const names = propertyNames(one.declared.outputs);
  const { nameProperty, name } = one.definition;
  expect(names).toContain(nameProperty);
  for (const secret of secretProperties(name).keys()) expect(names).not.toContain(secret);
});

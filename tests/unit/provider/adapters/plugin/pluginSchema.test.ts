import { expect, test } from "@jest/globals";
import { pluginSchema } from "../../../../../provider/adapters/plugin/pluginSchema";
import { isObject } from "../../../../../provider/shared/json";
import source from "../../../../../schema.json";

// `npm run generate -- --check` compares the whole schema with docs/schema.json.

/** The secret properties below a value, each with the names of the nodes that contain it. */
function secretsIn(value: unknown, path: string[] = []): string[] {
  if (!isObject(value)) return [];
  const own = value.secret === true ? [path.join(".")] : [];
  return [
    ...own,
    ...Object.entries(value).flatMap(([key, child]) => secretsIn(child, [...path, key])),
  ];
}

test("every secret of schema.json is secret", () => {
  const secrets = secretsIn(source);
  expect(secrets.length).toBeGreaterThan(7);
  expect(secretsIn(pluginSchema())).toEqual(expect.arrayContaining(secrets));
});

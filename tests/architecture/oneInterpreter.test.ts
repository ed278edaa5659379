import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import * as definitions from "../../provider/resources";
import { wireName } from "../../provider/schema/codec";
import { resourceSchema, type Schema } from "../../provider/schema/packageSchema";
import { readPage as read } from "../support/guides";
import { filesIn, root } from "../support/project";

const sources = (folder: string) =>
  filesIn(join(root, folder))
    .map((name) => `${folder}/${name}`)
    .filter((path) => path.endsWith(".ts") && !path.endsWith("generated.ts"));

const ofResource = /^provider\/(resources\/|index\.ts)/;
/** Files that serve the deliveries of event streams, and those with example programs. */
const ofDeliveries =
  /^(provider\/deliveries|cli\/deliveries|sdk\/(hooks|getDeliver)|tools\/demo\/)/;

/** The places of these words in code, without comments. */
function mentionsOf(words: string[], paths: string[]): string[] {
  const word = new RegExp(`\\b(${words.join("|")})\\b`, "g");
  return paths.flatMap((path) => {
    const code = read(path).replace(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*/g, "");
    return [...code.matchAll(word)].map(([found]) => `${path}: ${found}`);
  });
}

describe("the one interpreter for all resources", () => {
  const interpreter = sources("provider").filter((path) => !ofResource.test(path));

  test("names no resource", () => {
    const names = Object.entries(definitions).flatMap(([variable, { name }]) => [variable, name]);
    const others = ["cli", "sdk", "tools"].flatMap(sources);
    const mentions = mentionsOf(names, [...interpreter, ...others]);
    expect(mentions.filter((mention) => !ofDeliveries.test(mention))).toEqual([]);
    // The rule finds the names in the files that may have them.
    expect(mentions).toContain("sdk/hooks.ts: EventStream");
  });

  test("names no property of a resource", () => {
    const keys = Object.values(definitions).flatMap(({ name }) => {
      const { inputs, outputs } = resourceSchema(name);
      // Short names such as `limit` are also common words in code.
      return [inputs, outputs].flatMap(propertyNames).filter((key) => /[A-Z]/.test(key));
    });
    expect(keys).toContain("webhookEndpoint");
    // Pulumi's own schemas have names that the API may have too, such as `logoUrl`.
    const others = interpreter.filter(
      (path) => !path.endsWith("/pluginSchema.ts") && !ofDeliveries.test(path),
    );
    expect(mentionsOf([...keys, ...keys.map(wireName)], others)).toEqual([]);
  });
});

/** The names of all properties in a schema, including nested ones. */
function propertyNames({ properties = {}, items, oneOf = [] }: Schema): string[] {
  const nested = [...Object.values(properties), ...(items ? [items] : []), ...oneOf];
  return [...Object.keys(properties), ...nested.flatMap(propertyNames)];
}

import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import ts from "typescript";
import { wireName } from "../../provider/schema/codec";
import { resourceSchema, type Schema } from "../../provider/schema/packageSchema";
import packageSchema from "../../schema.json";
import { filesIn, root } from "../support/project";
import { nodesIn, parse, readTree, type SourceTree, withoutGenerated } from "./sourceTree";

const resourceNames = Object.keys(packageSchema.resources).map(
  (token) => token.split(":").at(-1) ?? "",
);
const variableOf = (name: string) => name.charAt(0).toLowerCase() + name.slice(1);

const provider = withoutGenerated(readTree("provider"));

/** All of provider/ but the definitions of resources and the index that exports them. */
const interpreter: SourceTree = Object.fromEntries(
  Object.entries(provider).filter(
    ([path]) => !path.startsWith("provider/resources/") && path !== "provider/index.ts",
  ),
);

/** Identifiers and texts of the code, without comments. */
function wordsOf(path: string, text: string): string[] {
  return nodesIn(parse(path, text)).flatMap((node) =>
    ts.isIdentifier(node) || ts.isStringLiteralLike(node) || ts.isTemplateLiteralToken(node)
      ? [node.text]
      : [],
  );
}

/** Where an identifier or a text contains one of these names as a whole word. */
function mentionsOf(names: string[], tree: SourceTree): string[] {
  const name = new RegExp(`\\b(${names.join("|")})\\b`);
  return Object.entries(tree).flatMap(([path, text]) =>
    wordsOf(path, text)
      .filter((word) => name.test(word))
      .map((word) => `${path}: ${word}`),
  );
}

/** Files that serve the deliveries of event streams, and those with example programs. */
const aboutOne =
  /^(cli\/deliveries|sdk\/(hooks|deliver|getDeliver)|tools\/(demo\/|generate\/names\.ts))/;

describe("the one interpreter for all resources", () => {
  test("names no resource", () => {
    const names = resourceNames.flatMap((name) => [name, variableOf(name)]);
    const others = withoutGenerated(readTree("cli", "sdk", "tools"));
    const mentions = mentionsOf(names, { ...interpreter, ...others });
    expect(mentions.filter((mention) => !aboutOne.test(mention))).toEqual([]);
    // The rule finds them where they are.
    expect(mentionsOf(names, provider)).toEqual(
      expect.arrayContaining(["provider/resources/eventStream.ts: EventStream"]),
    );
  });

  test("names no property of a resource", () => {
    // Short names such as `limit` are also everyday words of code.
    const isCompound = (key: string) => /[A-Z]/.test(key);
    const keys = resourceNames.flatMap((name) => {
      const { inputs, outputs } = resourceSchema(name);
      return [...propertyNames(inputs), ...propertyNames(outputs)].filter(isCompound);
    });
    expect(keys).toEqual(expect.arrayContaining(["webhookEndpoint", "consumerSelector"]));
    expect(mentionsOf([...keys, ...keys.map(wireName)], interpreter)).toEqual([]);
  });

  test("has one definition for each resource of schema.json", () => {
    const ofAll = ["definition.ts", "foundObjects.ts", "index.ts", "lookups.ts"];
    const definitions = filesIn(join(root, "provider", "resources")).filter(
      (path) => !ofAll.includes(path),
    );
    expect(definitions).toEqual(resourceNames.map((name) => `${variableOf(name)}.ts`).sort());
  });
});

/** The names of all properties in a schema, nested ones among them. */
function propertyNames({ properties = {}, items, oneOf = [] }: Schema): string[] {
  const nested = [...Object.values(properties), ...(items ? [items] : []), ...oneOf];
  return [...Object.keys(properties), ...nested.flatMap(propertyNames)];
}

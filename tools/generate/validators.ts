import Ajv, { _, type AnySchemaObject } from "ajv";
import standaloneCode from "ajv/dist/standalone";
import { formats } from "../../provider/schema/formats";
import {
  functionSchema,
  providerSchema,
  resourceSchema,
  type Schema,
} from "../../provider/schema/packageSchema";
import { childSchemas } from "../../provider/schema/traverse";
import packageSchema from "../../schema.json";

const namesIn = (bag: object) =>
  Object.keys(bag).map((token) => token.slice(token.lastIndexOf(":") + 1));

/** What stands within texts. */
function contents(schema: Schema): Schema[] {
  const { contentSchema } = schema;
  return [...(contentSchema ? [contentSchema] : []), ...childSchemas(schema).flatMap(contents)];
}

/** Only what refuses a value is compiled; the rest says what to tell of it. */
function rulesOf(schema: Schema): AnySchemaObject {
  const { title: _title, description: _text, errorMessage: _message, ...words } = schema;
  const { properties, items, oneOf, contentSchema: _content, ...rules } = words;
  return {
    ...rules,
    ...(items && { items: rulesOf(items) }),
    ...(oneOf && { oneOf: oneOf.map(rulesOf) }),
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([key, property]) => [key, rulesOf(property)]),
      ),
    }),
  };
}

/**
 * In the place of ajv's own, so that nobody has to install it; and its `equal` throws on an object
 * with a key such as `toString`.
 */
const helpers = {
  'require("node:util").isDeepStrictEqual': 'require("ajv/dist/runtime/equal").default',
  'require("./formats").characters': 'require("ajv/dist/runtime/ucs2length").default',
};

/**
 * The validators as code: a process that only runs them starts sooner than one that loads ajv and
 * compiles them (`make bench` tells by how much).
 */
export function validatorsCode(): string {
  const inputs: Schema[] = [
    ...namesIn(packageSchema.resources).map((name) => resourceSchema(name).inputs),
    ...namesIn(packageSchema.functions).map((name) => functionSchema(name).inputs),
    providerSchema,
  ];
  const schemas = [...inputs, ...inputs.flatMap(contents)];
  const ajv = new Ajv({
    allErrors: true,
    discriminator: true,
    // provider/schema/validationMessage.ts says it in words of its own.
    messages: false,
    formats,
    code: { source: true, esm: true, lines: true, formats: _`require("./formats").formats` },
  }).addVocabulary(["secret", "replaceOnChanges", "defaultInfo"]);
  for (const schema of schemas) ajv.addSchema({ ...rulesOf(schema), $id: schema.title ?? "" });
  const names = Object.fromEntries(schemas.map(({ title }) => [title, title]));
  const code = Object.entries(helpers).reduce(
    (text, [ours, theirs]) => text.replaceAll(theirs, ours),
    standaloneCode(ajv, names),
  );
  return `// @ts-nocheck: generated from schema.json by \`npm run generate\`, with ajv; do not edit.\n${code}\n`;
}

import Ajv, { _, type AnySchemaObject } from "ajv";
import standaloneCode from "ajv/dist/standalone";
import settingsSchema from "../../cli/ci-settings.schema.json";
import { testDeliverySchema } from "../../provider/deliveries/arguments";
import { lookups } from "../../provider/lookups/lookups";
import { formats } from "../../provider/schema/formats";
import {
  functionSchema,
  listSchema,
  providerSchema,
  resourceSchema,
  type Schema,
} from "../../provider/schema/packageSchema";
import { nameOf } from "../../provider/schema/rawSchema";
import { childSchemas } from "../../provider/schema/walk";
import { mapProps } from "../../provider/shared/json";
import packageSchema from "../../schema.json";

/** The schemas of JSON in strings (`contentSchema`), which are validated separately. */
function contentSchemas(schema: Schema): Schema[] {
  const { contentSchema } = schema;
  const nested = childSchemas(schema).flatMap(contentSchemas);
  return contentSchema ? [contentSchema, ...nested] : nested;
}

/** A schema without the keywords that only explain. The rest can reject a value. */
function rulesOf(schema: Schema): AnySchemaObject {
  const { title: _title, description: _text, errorMessage: _message, ...keywords } = schema;
  const { properties, items, oneOf, contentSchema: _content, ...rules } = keywords;
  return {
    ...rules,
    ...(items && { items: rulesOf(items) }),
    ...(oneOf && { oneOf: oneOf.map(rulesOf) }),
    ...(properties && { properties: mapProps(properties, rulesOf) }),
  };
}

/**
 * Replacements for ajv's runtime helpers, so that the validators run without ajv. Also, ajv's `equal`
 * throws on an object with a key such as `toString`.
 */
const helperReplacements = {
  'require("ajv/dist/runtime/equal").default': 'require("node:util").isDeepStrictEqual',
  'require("ajv/dist/runtime/ucs2length").default': 'require("./formats").codePointCount',
};

function schemasToCompile(): Schema[] {
  const resources = Object.keys(packageSchema.resources).map(nameOf);
  const functions = Object.keys(packageSchema.functions).map(nameOf);
  const inputs: Schema[] = [
    ...resources.map((name) => resourceSchema(name).inputs),
    ...functions.map((name) => functionSchema(name).inputs),
    ...resources.flatMap((name) => listSchema(name) ?? []),
    // The other lookups take the same inputs as their list.
    ...Object.values(lookups).flatMap(({ collection, inputs }) => (collection ? [] : inputs)),
    providerSchema,
    testDeliverySchema,
    settingsSchema as Schema,
  ];
  return [...inputs, ...inputs.flatMap(contentSchemas)];
}

/**
 * The code of the compiled validators. A process that runs this code starts faster than one that
 * loads ajv and compiles the schemas; bench/results.md has the times.
 */
export function validatorsCode(): string {
  const schemas = schemasToCompile();
  const ajv = new Ajv({
    allErrors: true,
    discriminator: true,
    // provider/schema/validationMessage.ts writes the messages.
    messages: false,
    formats,
    code: { source: true, esm: true, lines: true, formats: _`require("./formats").formats` },
  }).addVocabulary(["secret", "replaceOnChanges", "defaultInfo", "openEnum"]);
  for (const schema of schemas) ajv.addSchema({ ...rulesOf(schema), $id: schema.title ?? "" });
  const names = Object.fromEntries(schemas.map(({ title }) => [title, title]));
  const code = Object.entries(helperReplacements).reduce(
    (text, [helper, replacement]) => text.replaceAll(helper, replacement),
    standaloneCode(ajv, names),
  );
  return `// @ts-nocheck: generated from schema.json by \`npm run generate\`, with ajv; do not edit.\n${code}\n`;
}

import * as definitions from "../resources";
import { type ListedResource, lengthText, nounOf } from "../resources/definition";
import {
  listSchema,
  type ObjectSchema,
  objectSchema,
  resourceSchema,
} from "../schema/packageSchema";
import {
  declaredResource,
  type FunctionNode,
  rawSchema,
  type SchemaNode,
} from "../schema/rawSchema";
import { joinWords } from "../schema/wording";
import { pluginTypeToken } from "../stateStrings";
import { firstSentence, foundProperties, foundReference, foundTypes } from "./foundObjects";

/**
 * A function that returns objects of the tenant. Each resource that Auth0 lists has two, which are
 * derived from its definition and from schema.json: `getEventStream` and `getEventStreams`.
 */
export interface LookupFunction {
  name: string;
  definition: ListedResource;
  /** The property of the result that has the objects; undefined where the result is one object. */
  collection?: string;
  /** The function in the form of schema.json. */
  declared: FunctionNode;
  inputs: ObjectSchema;
  /** The result, in the form of the state. */
  outputs: ObjectSchema;
}

const code = (name: string) => `\`${name}\``;

/** `event-streams`, as in the route. */
const collectionOf = (definition: ListedResource) => definition.list.route.slice("GET /".length);

/** `event streams`: the resource's noun with the last word of its collection. */
const nounsOf = (definition: ListedResource) =>
  nounOf(definition).replace(/\w+$/, collectionOf(definition).split("-").at(-1) ?? "");

/** `eventStreams` */
const camelCase = (text: string) =>
  text.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/** `getEventStreams`, the function that returns all objects. */
export const nameOfAll = (definition: ListedResource): string =>
  camelCase(`get-${collectionOf(definition)}`);

/** The schema of an object as the state has it, and its id. */
function stateSchema({ name }: ListedResource): ObjectSchema {
  const { inputs, outputs } = resourceSchema(name);
  return { properties: { id: {}, ...inputs.properties, ...outputs.properties } };
}

/** The function that returns one object. */
function one(definition: ListedResource): LookupFunction {
  const { naturalKey, idLength } = definition;
  const { inputProperties } = declaredResource(definition.name);
  const name = `get${definition.name}`;
  const noun = nounOf(definition);
  const keyWords = naturalKey?.map(code) ?? [];
  const length = idLength && { minLength: idLength.min, maxLength: idLength.max };
  const stated = idLength ? `: ${lengthText(idLength)}` : "";
  const excludes = naturalKey ? ` Don't combine it with ${joinWords(keyWords, "or")}.` : "";
  const id: SchemaNode = {
    type: "string",
    ...length,
    description: `The ID of the ${noun}${stated}.${excludes}`,
  };
  const keyInputs = (naturalKey ?? []).map((input): [string, SchemaNode] => {
    const { replaceOnChanges: _, default: _default, ...property } = inputProperties[input] ?? {};
    const description = `${firstSentence(property.description)} Required without \`id\`.`;
    return [input, { ...property, description }];
  });
  const properties = { id, ...Object.fromEntries(keyInputs) };
  const required = naturalKey ? [] : ["id"];
  const orKey = naturalKey ? `, or the given ${joinWords(keyWords, "and")}` : "";
  const declared = {
    description: `Returns the ${noun} with the given \`id\`${orKey}. If there is none, the call fails.`,
    inputs: { properties, ...(!naturalKey && { required }) },
    outputs: foundProperties(definition),
  };
  const inputs = objectSchema(name, properties, required);
  return { name, definition, declared, inputs, outputs: stateSchema(definition) };
}

/** The function that returns all objects, or those that Auth0's filters select. */
function all(definition: ListedResource): LookupFunction {
  const collection = camelCase(collectionOf(definition));
  const nouns = nounsOf(definition);
  const { listInputs = { properties: {} } } = declaredResource(definition.name);
  const hasFilters = Object.keys(listInputs.properties).length > 0;
  const objects: SchemaNode = {
    type: "array",
    items: { $ref: foundReference(definition) },
    description: `The ${nouns}, oldest first.`,
  };
  const declared = {
    description: `Returns the tenant's ${nouns}${hasFilters ? " that match all filters" : ""}.`,
    ...(hasFilters && { inputs: listInputs }),
    outputs: { properties: { [collection]: objects }, required: [collection] },
  };
  const inputs = listSchema(definition.name) as ObjectSchema;
  const outputs = { properties: { [collection]: { items: stateSchema(definition) } } };
  return { name: nameOfAll(definition), definition, collection, declared, inputs, outputs };
}

export const lookupsOf = (definition: ListedResource): LookupFunction[] => [
  one(definition),
  all(definition),
];

const listed = Object.values(definitions).flatMap((each) => (each.list ? [each] : []));

export const lookups: Record<string, LookupFunction> = Object.fromEntries(
  listed.flatMap(lookupsOf).map((lookup) => [lookup.name, lookup]),
);

/** schema.json with the lookups and the types of their results, for SDKs and the reference. */
export const schemaWithLookups: typeof rawSchema = {
  ...rawSchema,
  types: { ...rawSchema.types, ...foundTypes(listed) },
  functions: {
    ...rawSchema.functions,
    ...Object.fromEntries(
      Object.values(lookups).map(({ name, declared }) => [pluginTypeToken(name), declared]),
    ),
  },
};

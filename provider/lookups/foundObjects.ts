import { type ListedResource, nounOf, withArticle } from "../resources/definition";
import {
  declaredResource,
  nameOf,
  type ObjectNode,
  rawSchema,
  type SchemaNode,
} from "../schema/rawSchema";
import { joinWords } from "../schema/wording";
import { mapProps } from "../shared/json";
import { pluginTypeToken } from "../stateStrings";

/**
 * What lookups return, in the form of schema.json. Objects lack what Auth0 never returns, and
 * have texts in the place of enumerations: Auth0 may know more values than schema.json, and the
 * SDK of Python fails on a value that its enumeration does not have.
 */

const refPrefix = "#/types/";
const targetOf = ($ref = ""): SchemaNode => rawSchema.types[$ref.replace(refPrefix, "")] ?? {};
const foundToken = (token: string) => pluginTypeToken(`Found${nameOf(token)}`);

/** The reference to the type of an object. */
export const foundReference = ({ name }: ListedResource): string =>
  `${refPrefix}${foundToken(name)}`;

/** Of a description of an input, what does not speak of changes. */
export const firstSentence = (description = ""): string => description.replace(/\.\s.*$/s, ".");

/** The types of the objects, and of their parts that differ from those of inputs. */
export function foundTypes(resources: ListedResource[]): Record<string, SchemaNode> {
  const parts = Object.entries(rawSchema.types).filter(
    ([, type]) => type.properties && isFoundDifferent(type),
  );
  return Object.fromEntries([
    ...parts.map(([token, type]) => [foundToken(token), withoutWriteOnly(type)]),
    ...resources.map((each) => {
      const description = `The properties that Auth0 returns for ${withArticle(nounOf(each))}.`;
      return [foundToken(each.name), { type: "object", description, ...foundProperties(each) }];
    }),
  ]);
}

/** The properties of an object, and which of them it always has. */
export function foundProperties(definition: ListedResource): ObjectNode {
  const { inputProperties, requiredInputs, properties, required } = declaredResource(
    definition.name,
  );
  const id: SchemaNode = { type: "string", description: `The ID of the ${nounOf(definition)}.` };
  const withDefault = Object.keys(inputProperties).filter(
    (key) => inputProperties[key]?.default !== undefined,
  );
  const inputs = asFound({
    properties: inputProperties,
    required: [...requiredInputs, ...withDefault],
  });
  const outputs = mapProps(properties, (property) => ({
    ...asFound(property),
    ...(property.description && { description: property.description }),
  }));
  return {
    properties: { id, ...inputs.properties, ...outputs },
    required: ["id", ...(inputs.required ?? []), ...required],
  };
}

/** Whether a value differs, or one below it. */
function isFoundDifferent(node: SchemaNode): boolean {
  const { writeOnly, items, oneOf = [], properties = {} } = { ...targetOf(node.$ref), ...node };
  const children = [...(items ? [items] : []), ...oneOf, ...Object.values(properties)];
  return writeOnly === true || isEnumeration(node) || children.some(isFoundDifferent);
}

const isEnumeration = ({ $ref }: SchemaNode) => "enum" in targetOf($ref);

function withoutWriteOnly(type: SchemaNode): SchemaNode {
  const { properties = {} } = type;
  const secrets = Object.keys(properties).filter((key) => properties[key]?.writeOnly);
  const { description, ...found } = asFound(type);
  const names = joinWords(
    secrets.map((key) => `\`${key}\``),
    "and",
  );
  const without = secrets.length > 0 ? ` Auth0 never returns ${names}.` : "";
  return { ...found, description: `${description}${without}` };
}

function asFound(node: SchemaNode): SchemaNode {
  const { default: _default, replaceOnChanges: _replaces, description, ...kept } = node;
  const { $ref, items, oneOf, properties, required = [], ...keywords } = kept;
  const isReturned = (key: string) => !properties?.[key]?.writeOnly;
  return {
    ...keywords,
    ...($ref && reference($ref)),
    ...(description && { description: firstSentence(description) }),
    ...(items && { items: asFound(items) }),
    ...(oneOf && { oneOf: oneOf.map(asFound) }),
    ...(properties && {
      properties: mapProps(properties, (property, key) =>
        isReturned(key) ? asFound(property) : undefined,
      ),
      required: required.filter(isReturned),
    }),
  };
}

function reference($ref: string): SchemaNode {
  if (isEnumeration({ $ref })) return { type: "string" };
  return { $ref: isFoundDifferent({ $ref }) ? `${refPrefix}${foundToken($ref)}` : $ref };
}

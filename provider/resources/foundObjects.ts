import { type RawNode, rawSchema } from "../schema/packageSchema";
import { list } from "../schema/wording";
import { mapProps } from "../shared/json";
import { pluginTypeToken } from "../stateContract";
import { type ListedResource, nounOf, withArticle } from "./definition";

/** What lookups return, in the form of schema.json: objects without what the service never returns. */

const refPrefix = "#/types/";
const targetOf = ($ref: string): RawNode => rawSchema.types[$ref.replace(refPrefix, "")] ?? {};
const foundToken = (token: string) =>
  pluginTypeToken(`Found${token.slice(token.lastIndexOf(":") + 1)}`);

export const resourceOf = ({ name }: ListedResource): RawNode =>
  rawSchema.resources[pluginTypeToken(name)];

/** The reference to the type of an object. */
export const foundReference = ({ name }: ListedResource): string =>
  `${refPrefix}${foundToken(name)}`;

/** The types of the objects, and of their parts that differ from those of inputs. */
export function foundTypes(resources: ListedResource[]): Record<string, RawNode> {
  const parts = Object.entries<RawNode>(rawSchema.types).filter(([, type]) => hasWriteOnly(type));
  return Object.fromEntries([
    ...parts.map(([token, type]) => [foundToken(token), withoutWriteOnly(type)]),
    ...resources.map((each) => {
      const description = `The properties of ${withArticle(nounOf(each))} that the service returns.`;
      return [foundToken(each.name), { type: "object", description, ...foundObject(each) }];
    }),
  ]);
}

/** The properties of an object, and which of them it always has. */
export function foundObject(definition: ListedResource): RawNode {
  const { inputProperties, requiredInputs, properties, required } = resourceOf(definition);
  const id = { type: "string", description: `The id of the ${nounOf(definition)}.` };
  const withDefault = Object.keys(inputProperties).filter(
    (key) => "default" in inputProperties[key],
  );
  const inputs = asFound({
    properties: inputProperties,
    required: [...requiredInputs, ...withDefault],
  });
  return {
    properties: { id, ...inputs.properties, ...properties },
    required: ["id", ...inputs.required, ...required],
  };
}

function hasWriteOnly({ $ref, writeOnly, items, oneOf = [], properties = {} }: RawNode): boolean {
  const children = [...(items ? [items] : []), ...oneOf, ...Object.values(properties)];
  return (
    writeOnly === true || ($ref && hasWriteOnly(targetOf($ref))) || children.some(hasWriteOnly)
  );
}

function withoutWriteOnly(type: RawNode): RawNode {
  const { properties } = type;
  const secrets = Object.keys(properties).filter((key) => properties[key].writeOnly);
  const { description, ...found } = asFound(type);
  const names = list(
    secrets.map((key) => `\`${key}\``),
    "and",
  );
  const without = secrets.length > 0 ? ` Without ${names}, which the service never returns.` : "";
  return { ...found, description: `${description}${without}` };
}

/**
 * A node without write-only values, at any level, and without what is said of changes: of a description, the
 * first sentence.
 */
export function asFound(node: RawNode): RawNode {
  const { default: _default, replaceOnChanges: _replaces, description, ...kept } = node;
  const { $ref, items, oneOf, properties, required = [], ...keywords } = kept;
  const isReturned = (key: string) => !properties[key].writeOnly;
  return {
    ...keywords,
    ...($ref && { $ref: asFoundReference($ref) }),
    ...(description && { description: description.replace(/\.\s.*$/s, ".") }),
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

const asFoundReference = ($ref: string) =>
  hasWriteOnly({ $ref }) ? `${refPrefix}${foundToken($ref)}` : $ref;

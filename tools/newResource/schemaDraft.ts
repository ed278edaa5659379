import type { Contract, Operation, Schema } from "../../emulator/src/contract/contract";
import { propertyName, wireName } from "../../provider/schema/codec";
import type { ResourceNode, SchemaNode } from "../../provider/schema/rawSchema";
import { mapProps } from "../../provider/shared/json";
import { pluginTypeToken } from "../../provider/stateContract";

/** What the contract has for each thing that the provider does with an object. */
export type Operations = Record<OperationName, Operation | undefined>;
type OperationName = "create" | "read" | "list" | "update" | "delete";

export interface SchemaDraft {
  /** The entries of schema.json, in `resources` and `types`. */
  resource: ResourceNode;
  types: Record<string, SchemaNode>;
  /** What a person has to decide, a sentence each. */
  notes: string[];
}

const description = "TODO: what it is.";
/** The limits that schema.json has as well. */
const limits = ["minLength", "maxLength", "minimum", "maximum", "minItems", "uniqueItems"];
const unsupported = ["pattern", "format", "maxItems", "additionalProperties"];
/** Parameters of a list that choose a page or parts of objects, instead of objects. */
const pageParameters = /^(from|take|page|per_page|include_\w+|fields|sort|q)$/;

export function operationsOf({ operations }: Contract, collection: string): Operations {
  const find = (method: string, path: string) =>
    operations.find((one) => one.method === method && one.path === `/${collection}${path}`);
  return {
    create: find("POST", ""),
    read: find("GET", "/{id}"),
    update: find("PATCH", "/{id}") ?? find("PUT", "/{id}"),
    list: find("GET", ""),
    delete: find("DELETE", "/{id}"),
  };
}

export function schemaDraft(name: string, operations: Operations, contract: Contract): SchemaDraft {
  const { create, read, update, list } = operations;
  const { objectOf, nodeOf, target, types, notes } = nodesOf(contract);
  const inputs = objectOf(create?.requestBody, name);
  const returned = nodesOf(contract);
  const outputs = returned.objectOf(read?.responses["200"], name).properties;
  const changeable = target(update?.requestBody).properties ?? {};
  const inputProperties = mapProps(inputs.properties, (property, key): SchemaNode => {
    const isSecret = !(key in outputs);
    if (isSecret) notes.push(`${key}: it is not returned, so the draft calls it a secret`);
    return {
      ...property,
      ...(!(wireName(key) in changeable) && { replaceOnChanges: true }),
      ...(isSecret && { secret: true, writeOnly: true }),
    };
  });
  const filters = (list?.parameters ?? [])
    .filter((one) => !pageParameters.test(one.name))
    .map((one) => [propertyName(one.name), nodeOf(one.schema, `${name}Filter`)]);
  const added = mapProps(outputs, (output, key): SchemaNode | undefined =>
    key === "id" || key in inputProperties ? undefined : { ...output, readOnly: true },
  );
  const resource: ResourceNode = {
    description,
    inputProperties,
    ...(list && { listInputs: { properties: Object.fromEntries(filters) } }),
    requiredInputs: inputs.required,
    properties: { ...added, tenant: { type: "string", readOnly: true, description } },
    required: ["tenant"],
  };
  return { resource, types: { ...returned.types, ...types }, notes };
}

/** Turns the schemas of a contract into nodes of schema.json, and collects the types that these refer to. */
function nodesOf({ schemas }: Contract) {
  const types: SchemaDraft["types"] = {};
  const notes: string[] = [];
  const target = (schema: Schema = {}): Schema =>
    schema.$ref ? (schemas[schema.$ref.replace("#/schemas/", "")] ?? {}) : schema;

  /** `typeName` is the name of the type for a schema that has no name in the contract. */
  function nodeOf(schema: Schema, typeName: string): SchemaNode {
    const { $ref = typeName } = schema;
    const { type, items, enum: values, properties, oneOf, ...keywords } = target(schema);
    if (oneOf) notes.push(`${typeName}: write the types and the discriminator of this union`);
    const token = pluginTypeToken($ref.replace(/^#.*\/|(Enum|RequestContent)$/g, ""));
    if (values) {
      const members = values.map((value) => ({ value: String(value) }));
      types[token] = { type: "string", description, enum: members };
    }
    if (properties) types[token] = { type: "object", description, ...objectOf(schema, typeName) };
    if (values || properties) return { $ref: `#/types/${token}`, description };
    const left = unsupported.filter((keyword) => keyword in keywords);
    if (left.length > 0) notes.push(`${typeName}: the draft is without ${left.join(" and ")}`);
    const kept = limits.filter((keyword) => keyword in keywords);
    return {
      type: [type ?? "string"].flat()[0] as NonNullable<SchemaNode["type"]>,
      ...Object.fromEntries(kept.map((keyword) => [keyword, keywords[keyword]])),
      ...(items && { items: nodeOf(items, `${typeName}Item`) }),
      description,
    };
  }

  function objectOf(schema: Schema | undefined, typeName: string) {
    const { properties = {}, required = [] } = target(schema);
    const entries = Object.entries(properties).map(([wire, child = {}]): [string, SchemaNode] => {
      const key = propertyName(wire);
      return [key, nodeOf(child, `${typeName}${key.charAt(0).toUpperCase()}${key.slice(1)}`)];
    });
    return { properties: Object.fromEntries(entries), required: required.map(propertyName) };
  }

  return { nodeOf, objectOf, target, types, notes };
}

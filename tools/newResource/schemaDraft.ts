import type { Contract, Schema } from "../../emulator/src/contract/contract";
import { propertyName, wireName } from "../../provider/schema/codec";
import type { ResourceNode, SchemaNode } from "../../provider/schema/rawSchema";
import { mapProps } from "../../provider/shared/json";
import { pluginTypeToken } from "../../provider/stateContract";

export type Operations = ReturnType<typeof operationsOf>;
export type SchemaDraft = ReturnType<typeof schemaDraft>;

const description = "TODO: say what it is.";
/** The limits that schema.json has, too. */
const limits = ["minLength", "maxLength", "minimum", "maximum", "minItems", "uniqueItems"];
const unsupported = ["format", "maxItems", "additionalProperties"];
/** The list's parameters that choose a page or parts of objects, and don't filter objects. */
const pageParameters = /^(from|take|page|per_page|include_\w+|fields|sort|q)$/;

/** The contract's operation for each thing that the provider does with an object. */
export function operationsOf({ operations }: Contract, collection: string) {
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

/** The entries of schema.json, the schema of an id, and notes about what a person has to decide. */
export function schemaDraft(name: string, operations: Operations, contract: Contract) {
  const { create, read, update, list } = operations;
  const { objectOf, target, types, notes } = nodesOf(contract);
  const inputs = objectOf(create?.requestBody, name);
  const returned = nodesOf(contract);
  const response = target(read?.responses["200"]);
  const outputs = returned.objectOf(response, name).properties;
  const changeable = target(update?.requestBody).properties ?? {};
  const inputProperties = mapProps(inputs.properties, (property, key): SchemaNode => {
    const isSecret = !(key in outputs);
    if (isSecret) notes.push(`${key}: a secret, because Auth0 doesn't return it`);
    return {
      ...property,
      ...(!(wireName(key) in changeable) && { replaceOnChanges: true }),
      ...(isSecret && { secret: true, writeOnly: true }),
    };
  });
  for (const wire of Object.keys(changeable)) {
    if (propertyName(wire) in inputProperties) continue;
    notes.push(`${wire}: left out, because only an update takes it`);
  }
  const filters = (list?.parameters ?? []).filter((one) => !pageParameters.test(one.name));
  const listed = { properties: Object.fromEntries(filters.map((one) => [one.name, one.schema])) };
  const pages = list?.parameters.some((one) => one.name === "page") ? "numbered" : "checkpoint";
  if (pages === "numbered")
    notes.push("list: pages are numbered, so check whether it has checkpoints, too");
  const added = mapProps(outputs, (output, key): SchemaNode | undefined =>
    key === "id" || key in inputProperties ? undefined : { ...output, readOnly: true },
  );
  const resource: ResourceNode = {
    description,
    inputProperties,
    ...(list && { listInputs: { properties: objectOf(listed, `${name}Filter`).properties } }),
    requiredInputs: inputs.required ?? [],
    properties: { ...added, tenant: { type: "string", readOnly: true, description } },
    required: ["tenant"],
  };
  const id = target(response.properties?.id);
  return { operations, resource, types: { ...returned.types, ...types }, id, pages, notes };
}

/** Turns a contract's schemas into nodes of schema.json, and collects the types that these refer to. */
function nodesOf({ schemas }: Contract) {
  const types: Record<string, SchemaNode> = {};
  const notes: string[] = [];
  const target = (schema: Schema = {}): Schema =>
    schema.$ref ? (schemas[schema.$ref.replace("#/schemas/", "")] ?? {}) : schema;

  /** `typeName` is the type's name if the schema has no name in the contract. */
  function nodeOf(schema: Schema, typeName: string): SchemaNode {
    const { $ref = typeName } = schema;
    const { type, items, enum: values, properties, oneOf, ...keywords } = target(schema);
    if (oneOf) notes.push(`${typeName}: add the types and the discriminator of this union`);
    const token = pluginTypeToken($ref.replace(/^#.*\/|(Enum|RequestContent)$/g, ""));
    const members = values?.map((value) => ({ value: String(value) }));
    if (members) types[token] = { type: "string", description, enum: members };
    if (properties) types[token] = { type: "object", description, ...objectOf(schema, typeName) };
    if (members || properties) return { $ref: `#/types/${token}` };
    for (const keyword of unsupported.filter((one) => one in keywords)) {
      notes.push(
        `${typeName}: the draft has no ${keyword}, so define or loosen it in the emulator`,
      );
    }
    if (items && !keywords.uniqueItems)
      notes.push(`${typeName}: add uniqueItems if the order doesn't matter`);
    const kept = [...limits, "pattern"].filter((keyword) => keyword in keywords);
    return {
      type: [type ?? "string"].flat()[0] as NonNullable<SchemaNode["type"]>,
      ...Object.fromEntries(kept.map((keyword) => [keyword, keywords[keyword]])),
      ...("pattern" in keywords && { errorMessage: "TODO: the rule in words" }),
      ...(items && { items: nodeOf(items, `${typeName}Item`) }),
    };
  }

  function objectOf(schema: Schema | undefined, typeName: string) {
    const { properties = {}, ...rules } = target(schema);
    const required = rules.required?.map(propertyName);
    const described = Object.entries(properties).map(([wire, child = {}]): [string, SchemaNode] => {
      const key = propertyName(wire);
      const childName = `${typeName}${key.charAt(0).toUpperCase()}${key.slice(1)}`;
      return [key, { ...nodeOf(child, childName), description }];
    });
    return { properties: Object.fromEntries(described), ...(required && { required }) };
  }

  return { objectOf, target, types, notes };
}

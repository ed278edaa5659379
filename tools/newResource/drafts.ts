import { stringify } from "yaml";
import type { Operation } from "../../emulator/src/contract/contract";
import { propertyName, wireName } from "../../provider/schema/codec";
import type { Props } from "../../provider/shared/json";
import { samplesOf } from "./samples";
import type { Operations, SchemaDraft } from "./schemaDraft";

/** The files of a resource in TypeScript and YAML, by path, with guesses where the contract is silent. */
export function draftFiles(
  collection: string,
  name: string,
  operations: Operations,
  draft: SchemaDraft,
): Record<string, string> {
  const file = `${name.charAt(0).toLowerCase()}${name.slice(1)}`;
  const { inputProperties, requiredInputs } = draft.resource;
  const nameProperty = "name" in inputProperties ? "name" : (requiredInputs[0] ?? "");
  const isUnique = operations.create !== undefined && "409" in operations.create.responses;
  const prefix = collection.replace(/(\w)\w*-?/g, "$1");
  const definition = {
    name,
    nameProperty,
    naturalKey: isUnique ? [nameProperty] : undefined,
    ...definitionOf(operations, draft),
    official: {
      terraformType: `auth0_${wireName(file)}`,
      pulumiType: `auth0:index/${file}:${name}`,
    },
  };
  const conflict = { properties: [wireName(nameProperty)], message: "TODO: the text of its 409" };
  const emulator = {
    name: collection,
    id: { prefix, lengths: [16] },
    unique: isUnique ? conflict : undefined,
    missing: { message: "TODO: the text of its 404" },
  };
  const { first, ...samples } = samplesOf(draft);
  const wrong = [["nothing", {}, ...requiredInputs.map((key) => `${key} is required`)]];
  const values = { valid: { first }, ...samples, wrong, idPrefix: `${prefix}_` };
  const unique = `unique: (which) => ({ ${nameProperty}: \`unique-\${which}\` }),`;
  const byKey = isUnique ? { [nameProperty]: first[nameProperty] ?? "" } : { id: `${prefix}_1` };
  const all = propertyName(`get_${collection.replaceAll("-", "_")}`);
  return {
    [`provider/resources/${file}.ts`]: `import type { ResourceDefinition } from "./definition";

/** TODO: what it is. Its properties and their rules are in schema.json. */
export const ${file}: ResourceDefinition = { ${members(definition)} };
`,
    [`emulator/src/resources/${file}.ts`]: `import contract from "../contract/${collection}.json";
import { milliseconds } from "../model/clock";
import type { Collection } from "../resource";

export const ${file}: Collection = { contract, date: milliseconds, ${members(emulator)} };
`,
    [`tests/support/values/${file}.ts`]: `import type { ResourceValues } from "./resourceValues";

export const values: ResourceValues = { ${members(values)}, ${isUnique ? unique : ""} };
`,
    ...example(name, { resources: { one: { type: `auth0-native:${name}`, properties: first } } }),
    ...(operations.list && { ...lookup(`get${name}`, byKey), ...lookup(all, {}) }),
  };
}

function definitionOf(operations: Operations, { resource }: SchemaDraft) {
  const { create, read, update, list, delete: remove } = operations;
  const request = (operation: Operation | undefined) =>
    operation && { route: `${operation.method} ${operation.path}`, scopes: operation.scopes };
  const isNumbered = list?.parameters.some((one) => one.name === "page");
  const pages = { pages: isNumbered ? "numbered" : "checkpoint", creationTime: "createdAt" };
  const losses = { lostOnDelete: "its id", withoutObject: "TODO: what the tenant does without it" };
  return {
    create: request(create),
    read: request(read),
    list: list && { ...request(list), ...pages },
    update: request(update),
    delete: request(remove),
    ...(remove ? losses : { undeletable: "TODO: why the service cannot delete it" }),
    outputsOfEveryUpdate: "updatedAt" in resource.properties ? ["updatedAt"] : undefined,
  };
}

/** The members of an object, as TypeScript without the braces around them. */
const members = (object: object) => JSON.stringify(object).slice(1, -1);

const example = (name: string, content: object) => ({
  [`examples/reference/${name}/Pulumi.yaml`]: stringify({
    name: "example",
    runtime: "yaml",
    ...content,
  }),
});

function lookup(name: string, args: Props) {
  const found = { "fn::invoke": { function: `auth0-native:${name}`, arguments: args } };
  return example(name, { variables: { found }, outputs: { result: `\${found}` } });
}

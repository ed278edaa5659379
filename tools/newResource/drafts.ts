import { stringify } from "yaml";
import { propertyName, wireName } from "../../provider/schema/codec";
import { mapProps, type Props } from "../../provider/shared/json";
import { behaviourOf } from "./behaviour";
import { samplesOf } from "./samples";
import type { SchemaDraft } from "./schemaDraft";

/** A resource's files in TypeScript and YAML, by path, with guesses where the contract says nothing. */
export function draftFiles(document: Props, collection: string, name: string, draft: SchemaDraft) {
  const file = `${name.charAt(0).toLowerCase()}${name.slice(1)}`;
  const { inputProperties, requiredInputs } = draft.resource;
  const { nameProperty, naturalKey, emulator } = behaviourOf(document, collection, draft);
  const pulumiType = `auth0:index/${file}:${name}`;
  const official = { terraformType: `auth0_${wireName(file)}`, pulumiType };
  const definition = { name, nameProperty, naturalKey, ...definitionOf(draft), official };
  const { first, ...samples } = samplesOf(draft);
  const wrong = [["nothing", {}, ...requiredInputs.map((key) => `${key} is required`)]];
  const idPrefix = `${emulator.id.prefix}_`;
  const values = { valid: { first }, ...samples, wrong, idPrefix };
  const text = naturalKey?.find((key) => inputProperties[key]?.type === "string") ?? nameProperty;
  const unique = `unique: (which) => ({ ${text}: \`unique-\${which}\` })`;
  const key = mapProps(first, (value, one) => (naturalKey?.includes(one) ? value : undefined));
  const found = naturalKey ? key : { id: `${idPrefix}1` };
  const all = propertyName(`get_${collection.replaceAll("-", "_")}`);
  return {
    [`provider/resources/${file}.ts`]: `import type { ResourceDefinition } from "./definition";

/** TODO: say what it is. Its properties and their rules are in schema.json. */
export const ${file}: ResourceDefinition = { ${members(definition)} };
`,
    [`emulator/src/resources/${file}.ts`]: `import contract from "../contract/${collection}.json";
import { milliseconds } from "../model/clock";
import type { Collection } from "../resource";

export const ${file}: Collection = { contract, date: milliseconds, ${members(emulator)} };
`,
    [`tests/support/values/${file}.ts`]: `import type { ResourceValues } from "./resourceValues";

export const values: ResourceValues = { ${members(values)}, ${unique} };
`,
    ...example(name, { resources: { one: { type: `auth0-native:${name}`, properties: first } } }),
    ...(draft.operations.list && { ...lookup(`get${name}`, found), ...lookup(all, {}) }),
  };
}

/** The definition as far as the contract determines it, with TODOs for the rest. */
export function definitionOf({ operations, resource, pages }: SchemaDraft) {
  const { list, delete: remove } = operations;
  const requests = mapProps(
    operations,
    (one) => one && { route: `${one.method} ${one.path}`, scopes: one.scopes },
  );
  const losses = { lostOnDelete: "its id", withoutObject: "TODO: what the tenant does without it" };
  return {
    ...requests,
    list: list && { ...requests.list, pages, creationTime: "createdAt" },
    ...(remove ? losses : { undeletable: "TODO: why Auth0 can't delete it" }),
    outputsOfEveryUpdate: "updatedAt" in resource.properties ? ["updatedAt"] : undefined,
  };
}

/** The members of an object in TypeScript, without the braces. */
const members = (object: object) => JSON.stringify(object).slice(1, -1);

function example(name: string, content: object) {
  const program = { name: "example", runtime: "yaml", ...content };
  return { [`examples/reference/${name}/Pulumi.yaml`]: stringify(program) };
}

function lookup(name: string, args: Props) {
  const found = { "fn::invoke": { function: `auth0-native:${name}`, arguments: args } };
  return example(name, { variables: { found }, outputs: { result: `\${found}` } });
}

import type { Contract, Schema as ContractSchema } from "../../emulator/src/contract/contract";
import type { Operation } from "../../provider/api/operation";
import type { ResourceDefinition } from "../../provider/resources/definition";
import { wireName } from "../../provider/schema/codec";
import type { InputsAndOutputs, Schema } from "../../provider/schema/packageSchema";

/**
 * Why provider/lifecycle cannot serve a resource, a sentence for each reason. The names that the service uses
 * are in its contract only.
 */
export function inexpressible(
  definition: ResourceDefinition,
  { inputs, outputs }: InputsAndOutputs,
  contract: Contract,
): string[] {
  return [
    ...wrongIds(definition, contract),
    ...[inputs, outputs].flatMap((schema) => wrongSchemas(schema)),
    ...wrongNames(definition, contract),
    ...wrongPages(definition, contract),
  ];
}

const publishedOf = ({ route }: Operation, { operations }: Contract) =>
  operations.find(({ method, path }) => route === `${method} ${path}`);

/** What the service returns for a create; undefined where the contract has no create. */
function createdBy({ create }: ResourceDefinition, contract: Contract): ContractSchema | undefined {
  const { responses = {} } = publishedOf(create, contract) ?? {};
  return Object.entries(responses).find(([status]) => status.startsWith("2"))?.[1];
}

function wrongIds(definition: ResourceDefinition, contract: Contract): string[] {
  const { create, read, update, delete: remove, list, fixedId } = definition;
  const routes = [create, read, update, remove, list].flatMap((one) => one?.route ?? []);
  const created = createdBy(definition, contract);
  const objects = fixedId === undefined && created ? branchesOf(created, contract) : [];
  return [
    ...routes
      .filter((route) => /\{(?!id\})/.test(route))
      .map((route) => `${route}: the id has another name than id`),
    ...(objects.some(({ properties }) => properties?.id === undefined)
      ? [`${create.route}: the object that it returns has no id`]
      : []),
  ];
}

/**
 * The branch for a value is the one that the discriminator, which the value itself has, chooses. A message
 * about a value says in words what its pattern or its format is.
 */
function wrongSchemas(schema: Schema, path = ""): string[] {
  const { oneOf = [], discriminator, items, properties = {}, errorMessage } = schema;
  const isUnworded = ("pattern" in schema || schema.format) && !errorMessage;
  const tag = discriminator?.propertyName ?? "";
  const isWrong = oneOf.some((branch) => branch.properties?.[tag]?.const === undefined);
  const reason = discriminator
    ? `whose discriminator ${tag} is not in it`
    : "without a discriminator";
  return [
    ...(isWrong ? [`${path}: a union ${reason}`] : []),
    ...(isUnworded
      ? [`${path}: a pattern or a format without errorMessage, the rule in words`]
      : []),
    ...[...oneOf, ...(items ? [items] : [])].flatMap((child) => wrongSchemas(child, path)),
    ...Object.entries(properties).flatMap(([key, child]) =>
      wrongSchemas(child, path === "" ? key : `${path}.${key}`),
    ),
  ];
}

/** schema.json and programs have names in camelCase, and the wire those that `wireName` makes of them. */
function wrongNames(definition: ResourceDefinition, contract: Contract): string[] {
  const { requestBody = {} } = publishedOf(definition.create, contract) ?? {};
  const bodies = [requestBody, createdBy(definition, contract) ?? {}];
  const names = new Set(bodies.flatMap((body) => namesIn(body, contract)));
  return [...names]
    .filter((name) => /[A-Z]/.test(name))
    .map((name) => `${name}: on the wire it would be ${wireName(name)}`);
}

const pageParameters = {
  checkpoint: ["from", "take"],
  numbered: ["page", "per_page", "include_totals"],
};

function wrongPages({ list }: ResourceDefinition, contract: Contract): string[] {
  const published = list && publishedOf(list, contract);
  if (!published) return [];
  const taken = published.parameters.map(({ name }) => name);
  const missing = pageParameters[list.pages].filter((name) => !taken.includes(name));
  return missing.map((name) => `${list.route}: a list without the parameter ${name} of its pages`);
}

/** A schema without a reference, or the branches of a union. */
function branchesOf(schema: ContractSchema, contract: Contract): ContractSchema[] {
  const { $ref, oneOf } = schema;
  const target = $ref && contract.schemas[$ref.replace("#/schemas/", "")];
  if (target) return branchesOf(target, contract);
  return oneOf ? oneOf.flatMap((branch) => branchesOf(branch, contract)) : [schema];
}

/** The names of the properties of a schema, at every level. */
const namesIn = (schema: ContractSchema, contract: Contract): string[] =>
  branchesOf(schema, contract).flatMap(({ properties = {}, items }) => {
    const children = [...Object.values(properties), items].filter((child) => child !== undefined);
    return [...Object.keys(properties), ...children.flatMap((child) => namesIn(child, contract))];
  });

import type { Contract, Schema as ContractSchema } from "../../emulator/src/contract/contract";
import type { Operation } from "../../provider/api/operation";
import type { ResourceDefinition } from "../../provider/resources/definition";
import { wireName } from "../../provider/schema/codec";
import type { InputsAndOutputs, Schema } from "../../provider/schema/packageSchema";

/** Why provider/lifecycle can't serve a resource, with a sentence for each reason. */
export function inexpressible(
  definition: ResourceDefinition,
  { inputs, outputs }: InputsAndOutputs,
  contract: Contract,
): string[] {
  const places = [inputs, outputs].flatMap((schema) => placesIn(schema));
  return [
    ...inexpressibleRequests(definition, contract),
    ...places.flatMap(wrongSchemas),
    ...onlyUpdated(definition, inputs, contract),
    ...places.flatMap(wordlessRules),
  ];
}

/** The reasons that the contract shows before there is a schema. */
export const inexpressibleRequests = (
  definition: ResourceDefinition,
  contract: Contract,
): string[] => [
  ...wrongIds(definition),
  ...wrongResponses(definition, contract),
  ...wrongNames(definition, contract),
  ...wrongPages(definition, contract),
];

const publishedOf = ({ route }: Operation, { operations }: Contract) =>
  operations.find(({ method, path }) => route === `${method} ${path}`);

/** What Auth0 returns for a create, or undefined if the contract has no create. */
function createdBy({ create }: ResourceDefinition, contract: Contract): ContractSchema | undefined {
  const { responses = {} } = publishedOf(create, contract) ?? {};
  return Object.entries(responses).find(([status]) => status.startsWith("2"))?.[1];
}

function wrongIds({ create, read, update, delete: remove, list }: ResourceDefinition): string[] {
  return [create, read, update, remove, list]
    .flatMap((one) => one?.route ?? [])
    .filter((route) => /\{(?!id\})/.test(route))
    .map((route) => `${route}: the parameter for the id must be {id}`);
}

/** If a create's response is lost, the time of creation tells its object from older ones. */
function wrongResponses(definition: ResourceDefinition, contract: Contract): string[] {
  const { create, list, fixedId } = definition;
  if (fixedId !== undefined) {
    const path = create.route.replace(/^\w+ /, "");
    const isRead = contract.operations.some((one) => one.method === "GET" && one.path === path);
    return isRead ? [`GET ${path} returns an object that each tenant has once`] : [];
  }
  const objects = branchesOf(createdBy(definition, contract), contract);
  return ["id", wireName(list.creationTime)]
    .filter((name) => objects.some(({ properties }) => properties?.[name] === undefined))
    .map((name) => `${create.route}: the object that it returns has no ${name}`);
}

function onlyUpdated(
  { create, update }: ResourceDefinition,
  { properties }: Schema,
  contract: Contract,
): string[] {
  const [created, updated] = [create, update].map((one) =>
    branchesOf(publishedOf(one, contract)?.requestBody, contract).flatMap((body) =>
      Object.keys(body.properties ?? {}),
    ),
  );
  return Object.keys(properties ?? {})
    .filter((key) => updated?.includes(wireName(key)) && !created?.includes(wireName(key)))
    .map((key) => `${key}: an input that only an update takes`);
}

interface Place {
  schema: Schema;
  /** The path as in a program. The items of a list have the list's path. */
  path: string;
  isRequired: boolean;
  inList: boolean;
}

function placesIn(schema: Schema, path = "", isRequired = false, inList = false): Place[] {
  const { oneOf = [], items, properties = {}, required = [] } = schema;
  return [
    { schema, path, isRequired, inList },
    ...oneOf.flatMap((branch) => placesIn(branch, path, isRequired, inList)),
    ...(items ? placesIn(items, path, isRequired, true) : []),
    ...Object.entries(properties).flatMap(([key, child]) =>
      placesIn(child, path === "" ? key : `${path}.${key}`, required.includes(key), inList),
    ),
  ];
}

const isRuled = (schema: Schema) => "pattern" in schema || schema.format !== undefined;

/**
 * A value's own discriminator chooses its branch. A read takes a secret from the last inputs by its path,
 * which an item of a list doesn't have. In an imported object, a placeholder replaces a required secret.
 */
function wrongSchemas({ schema, path, isRequired, inList }: Place): string[] {
  const { oneOf = [], discriminator, secret, writeOnly } = schema;
  const tag = discriminator?.propertyName ?? "";
  const union = discriminator
    ? `a union that doesn't contain its discriminator ${tag}`
    : "a union without a discriminator";
  const reasons = {
    [union]: oneOf.some((branch) => branch.properties?.[tag]?.const === undefined),
    "a secret that Auth0 returns": secret && !writeOnly,
    "a secret in a list": secret && inList,
    "a required secret with a pattern or a format, which a placeholder can't match":
      secret && isRequired && isRuled(schema),
  };
  return Object.entries(reasons).flatMap(([reason, applies]) =>
    applies ? `${path}: ${reason}` : [],
  );
}

/** A message about a value describes its pattern or format in words. */
const wordlessRules = ({ schema, path }: Place): string[] =>
  isRuled(schema) && !schema.errorMessage
    ? [`${path}: a pattern or a format without an errorMessage, which states the rule in words`]
    : [];

/** Names that `wireName` can't make from a name in schema.json. */
function wrongNames(definition: ResourceDefinition, contract: Contract): string[] {
  const { requestBody } = publishedOf(definition.create, contract) ?? {};
  const bodies = [requestBody, createdBy(definition, contract)];
  const names = new Set(bodies.flatMap((body) => namesIn(body, contract)));
  const others = [...names].filter((name) => /[A-Z]/.test(name));
  return others.length > 0
    ? [`${others.join(", ")}: camelCase in requests, but the provider sends snake_case`]
    : [];
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
  return missing.map((name) => `${list.route}: the list needs the parameter ${name} for its pages`);
}

/** A schema without a reference, or the branches of a union, or nothing if the contract has no schema. */
function branchesOf(schema: ContractSchema | undefined, contract: Contract): ContractSchema[] {
  if (!schema) return [];
  const { $ref, oneOf } = schema;
  const target = $ref && contract.schemas[$ref.replace("#/schemas/", "")];
  if (target) return branchesOf(target, contract);
  return oneOf ? oneOf.flatMap((branch) => branchesOf(branch, contract)) : [schema];
}

/** The names of the properties of a schema, at every level. */
const namesIn = (schema: ContractSchema | undefined, contract: Contract): string[] =>
  branchesOf(schema, contract).flatMap(({ properties = {}, items }) => {
    const children = [...Object.values(properties), items].filter((child) => child !== undefined);
    return [...Object.keys(properties), ...children.flatMap((child) => namesIn(child, contract))];
  });

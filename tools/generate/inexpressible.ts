import type { Contract, Schema as Published } from "../../emulator/src/published/contract";
import type { ResourceDefinition } from "../../provider/resources/definition";
import { wireName } from "../../provider/schema/codec";
import type { InputsAndOutputs, Schema } from "../../provider/schema/packageSchema";

/** Why provider/lifecycle can't serve a resource, with a sentence for each reason. */
export const inexpressible = (
  definition: ResourceDefinition,
  { inputs, outputs }: InputsAndOutputs,
  contract: Contract,
): string[] => [
  ...wrongRequests(definition, Object.keys(inputs.properties), contract),
  ...[inputs, outputs].flatMap((schema) => placesIn(schema)).flatMap(wrongSchema),
];

function wrongRequests(definition: ResourceDefinition, inputs: string[], contract: Contract) {
  const { create, read, update, delete: remove, list, fixedId } = definition;
  const published = (route: string) =>
    contract.operations.find(({ method, path }) => route === `${method} ${path}`);
  const routes = [create, read, update, remove, list].flatMap((one) => one?.route ?? []);
  const only = create.route.replace(/^\w+/, "GET");
  const [sent, changed] = [create, update].map(({ route }) => published(route)?.requestBody);
  const responses = Object.entries(published(create.route)?.responses ?? {});
  const created = responses.find(([status]) => status.startsWith("2"))?.[1];
  const names = new Set([sent, created].flatMap((body) => namesIn(body, contract)));
  const has = (body: Published, key: string) => body.properties?.[wireName(key)] !== undefined;
  const takes = (body: Published | undefined, key: string) =>
    branchesOf(body, contract).some((branch) => has(branch, key));
  const lacks = (key: string) => branchesOf(created, contract).some((branch) => !has(branch, key));
  const pages = ["from", "take"];
  const parameters = published(list?.route ?? "")?.parameters.map(({ name }) => name) ?? pages;
  return [
    ...routes
      .filter((route) => /\{(?!id\})/.test(route))
      .map((route) => `${route}: the parameter for the id must be {id}`),
    // If a create's response is lost, the time of creation tells its object from older ones.
    ...(list ? ["id", list.creationTime] : [])
      .filter(lacks)
      .map((key) => `${create.route}: the object that it returns has no ${wireName(key)}`),
    ...(fixedId && published(only) ? [`${only} returns an object that each tenant has once`] : []),
    ...[...names]
      .filter((name) => /[A-Z]/.test(name))
      .map((name) => `${name}: camelCase in requests, but the provider sends snake_case`),
    ...pages
      .filter((name) => !parameters.includes(name))
      .map((name) => `${list?.route}: the list needs the parameter ${name} for its pages`),
    ...inputs
      .filter((key) => takes(changed, key) && !takes(sent, key))
      .map((key) => `${key}: an input that only an update takes`),
  ];
}

/** A schema, its path in a program, whether it is required, and whether it is in a list. */
type Place = [schema: Schema, path: string, isRequired: boolean, inList: boolean];

function placesIn(schema: Schema, path = "", isRequired = false, inList = false): Place[] {
  const { oneOf = [], items, properties = {}, required = [] } = schema;
  return [
    [schema, path, isRequired, inList],
    ...oneOf.flatMap((branch) => placesIn(branch, path, isRequired, inList)),
    ...(items ? placesIn(items, path, isRequired, true) : []),
    ...Object.entries(properties).flatMap(([key, child]) =>
      placesIn(child, path === "" ? key : `${path}.${key}`, required.includes(key), inList),
    ),
  ];
}

/** A read takes a secret from the last inputs by its path, which an item of a list doesn't have. */
function wrongSchema([schema, path, isRequired, inList]: Place): string[] {
  const { oneOf = [], discriminator, secret, writeOnly, format, errorMessage } = schema;
  const tag = discriminator?.propertyName ?? "";
  const union = tag ? `that doesn't contain its discriminator ${tag}` : "without a discriminator";
  const isRuled = "pattern" in schema || format !== undefined;
  const reasons = {
    [`a union ${union}`]: oneOf.some((one) => one.properties?.[tag]?.const === undefined),
    "a secret that Auth0 returns": secret && !writeOnly,
    "a secret in a list": secret && inList,
    "a required secret with a pattern or a format, which a placeholder can't match":
      secret && isRequired && isRuled,
    "a pattern or a format without an errorMessage, which states the rule in words":
      isRuled && !errorMessage,
  };
  return Object.entries(reasons).flatMap(([reason, is]) => (is ? `${path}: ${reason}` : []));
}

/** A schema without a reference, or the branches of a union, or nothing if the contract has no schema. */
function branchesOf(schema: Published | undefined, contract: Contract): Published[] {
  const target = contract.schemas[schema?.$ref?.replace("#/schemas/", "") ?? ""];
  if (target) return branchesOf(target, contract);
  return schema?.oneOf?.flatMap((one) => branchesOf(one, contract)) ?? (schema ? [schema] : []);
}

/** The names of the properties of a schema, at every level. */
const namesIn = (schema: Published | undefined, contract: Contract): string[] =>
  branchesOf(schema, contract).flatMap(({ properties = {}, items }) => [
    ...Object.keys(properties),
    ...[...Object.values(properties), items].flatMap((child) => namesIn(child, contract)),
  ]);

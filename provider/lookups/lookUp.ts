import { isDeepStrictEqual } from "node:util";
import { listAll, listPages } from "../api/listPages";
import { type ManagementApi, openApi } from "../api/managementApi";
import { type SettingsSource, settingsFrom } from "../config/settings";
import { resourceType } from "../lifecycle/context";
import { listQuery } from "../lifecycle/read/listQuery";
import { objectWithId } from "../lifecycle/read/read";
import { splitResponse } from "../lifecycle/stateFromResponse";
import { creationTimeOf, type ListedResource, naturalKeyOf, nounOf } from "../resources/definition";
import { dropNulls } from "../schema/normalize";
import { listSchema } from "../schema/packageSchema";
import { dropWriteOnly, mapUnknownTypes } from "../schema/secrets";
import { validator } from "../schema/validate";
import { joinWords } from "../schema/wording";
import { type Json, mapProps, ownProperty, type Props } from "../shared/json";
import { type LookupFunction, lookups, nameOfAll } from "./lookups";

/**
 * Calls a lookup for the tenant that configuration and environment name. Of the result, `markSecret`
 * gets what is of an unknown type.
 */
export async function lookUpInTenant(
  name: string,
  source: SettingsSource,
  args: Props,
  markSecret: (value: Json) => unknown,
): Promise<unknown> {
  const called = lookups[name];
  if (!called) throw new Error(`there is no lookup ${name}`);
  const found = await lookUp(openApi(settingsFrom(source, process.env)), called, args);
  return mapUnknownTypes(called.outputs, found, (value) => markSecret(value) as Json);
}

/**
 * What the tenant has: one object, or all that match the filters. Nothing else of this process sees the
 * objects: an id that a lookup reads is still free for the create whose response was lost.
 */
export async function lookUp(
  api: ManagementApi,
  called: LookupFunction,
  args: Props,
): Promise<Props> {
  const given = dropNulls(args) as Props;
  const violations = api.passingUnknownValues((passed) => violationsOf(called, given, passed));
  if (violations.length > 0) throw new Error(`${called.name}: ${violations.join("\n")}`);

  const { definition, collection } = called;
  const found = (response: Props) => foundObject(api, definition, response);
  if (collection === undefined) {
    const { id, ...key } = given;
    return found(
      await (id === undefined
        ? findByKey(api, definition, key)
        : findById(api, definition, String(id))),
    );
  }
  const responses = await listAll(api, definition.list, {
    query: listQuery(definition, given, []),
  });
  return { [collection]: oldestFirst(definition, responses).map(found) };
}

function violationsOf(
  { definition, collection, inputs }: LookupFunction,
  args: Props,
  passed: string[] | undefined,
): string[] {
  // Secret Outputs arrive as plain values, so the violations quote no value.
  const violations = validator(inputs, { quoteValues: false })(args, undefined, passed);
  const { naturalKey } = definition;
  if (collection !== undefined || naturalKey === undefined) return violations;
  const given = ["id", ...naturalKey].filter((name) => name in args);
  if ([["id"], naturalKey].some((way) => isDeepStrictEqual(way, given))) return violations;
  const ways = `pass either id, or ${joinWords(naturalKey, "and")}`;
  return [
    ...violations,
    `${ways}${given.length > 0 ? `. You passed ${joinWords(given, "and")}` : ""}`,
  ];
}

async function findById(api: ManagementApi, definition: ListedResource, id: string) {
  const none = `The tenant has no ${nounOf(definition)} with this ID. ${seeAll(definition)}`;
  const response = await api.send(definition.read, { id, advice: { 404: none } });
  return objectWithId(definition, id, response);
}

const seeAll = (definition: ListedResource) => `${nameOfAll(definition)} returns all of them.`;

/** Reads the list until the object shows: no two objects of a tenant have the same key. */
async function findByKey(
  api: ManagementApi,
  definition: ListedResource,
  key: Props,
): Promise<Props> {
  const type = resourceType(definition);
  const wantedKey = naturalKeyOf(definition, key);
  const hasKey = (response: Props) =>
    naturalKeyOf(definition, splitResponse(type, response).liveInputs) === wantedKey;

  const values = Object.entries(key).map(([name, value]) => `${name} ${JSON.stringify(value)}`);
  const wanted = `${nounOf(definition)} with the ${joinWords(values, "and")}`;
  const request = `${definition.list.route} (${api.domain})`;
  const filters = listSchema(definition.name)?.properties ?? {};
  const query = listQuery(
    definition,
    mapProps(key, (value, name) => (ownProperty(filters, name) ? value : undefined)),
    [],
  );
  for await (const page of listPages(api, definition.list, { query })) {
    const [first, ...others] = page.filter(hasKey);
    if (others.length > 0) {
      throw new Error(
        `${request}: the tenant has more than one ${wanted}.\nLook up the one you need by its ID.`,
      );
    }
    if (first) return first;
  }
  throw new Error(`${request}: the tenant has no ${wanted}.\n${seeAll(definition)}`);
}

/** The same order in every run. */
function oldestFirst(definition: ListedResource, responses: Props[]): Props[] {
  const position = (response: Props) =>
    `${creationTimeOf(definition.list, response)} ${response.id}`;
  return responses.sort((a, b) => (position(a) < position(b) ? -1 : 1));
}

/** An object in the form of a state. Auth0 returns no secret; a gateway may add fields. */
function foundObject(api: ManagementApi, definition: ListedResource, response: Props): Props {
  const type = resourceType(definition);
  const { liveInputs, addedOutputs } = splitResponse(type, response);
  const inputs = dropWriteOnly(type.inputs, liveInputs) as Props;
  return { id: String(response.id), ...inputs, ...addedOutputs, tenant: api.domain };
}

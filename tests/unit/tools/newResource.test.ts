import { expect, test } from "@jest/globals";
import type { Contract, Schema } from "../../../emulator/src/contract/contract";
import { behaviourOf } from "../../../tools/newResource/behaviour";
import { samplesOf } from "../../../tools/newResource/samples";
import { operationsOf, schemaDraft } from "../../../tools/newResource/schemaDraft";
import { undraftable } from "../../../tools/newResource/undraftable";
import contract from "../../fixtures/neighbour/contract.json";
import neighbour from "../../fixtures/neighbour/schema.json";

const colorType = "auth0-native:index:Color";

const draftOf = (published: object) => {
  const operations = operationsOf(published as Contract, "token-exchange-profiles");
  return schemaDraft("TokenExchangeProfile", operations, published as Contract);
};

/** The schema without words, and without formats that a person chooses. */
const facts = (node: object) =>
  JSON.parse(JSON.stringify(node), (key, value) =>
    ["description", "format", "errorMessage"].includes(key) ? undefined : value,
  );

test("a draft has the same properties, limits, and replacements as a resource by hand", () => {
  const { resource, types, notes } = draftOf(contract);
  expect(facts(resource)).toEqual(
    facts(neighbour.resources["auth0-native:index:TokenExchangeProfile"]),
  );
  expect(facts(types)).toEqual(facts(neighbour.types));
  expect(notes).toEqual([
    "TokenExchangeProfileSubjectTokenType: the draft has no format, so define or loosen it in the emulator",
  ]);
});

test("its samples keep the limits, change one input in place, and one by a replacement", () => {
  const { first, changed, replaced, canaries } = samplesOf(draftOf(contract));
  expect(first).toMatchObject({ name: "name-0", type: "custom_authentication" });
  expect(changed).toEqual({ ...first, name: "name-1" });
  expect(replaced).toEqual({ ...first, actionId: "actionId-1" });
  expect(canaries).toEqual({});
});

test("a draft has the contract's secrets, unions, arrays, and patterns", () => {
  const published = structuredClone(contract);
  const { properties } = published.schemas.CreateTokenExchangeProfileRequestContent;
  const secret = { type: "string", minLength: 24 };
  const color = { type: "string", pattern: "^#" };
  const colors = { type: "array", items: { $ref: "#/schemas/Color" } };
  Object.assign(published.schemas, { Color: { properties: { color } } });
  Object.assign(published.schemas.UpdateTokenExchangeProfileRequestContent.properties, {
    status: {},
  });
  Object.assign(properties, { private_key: secret, rule: { oneOf: [] }, colors });
  const draft = draftOf(published);
  expect(draft.resource.inputProperties.privateKey).toMatchObject({
    secret: true,
    writeOnly: true,
  });
  expect(draft.resource.inputProperties.colors?.items).toEqual({ $ref: `#/types/${colorType}` });
  expect(draft.types[colorType]).toEqual({
    type: "object",
    description: "TODO: say what it is.",
    properties: {
      color: {
        ...color,
        errorMessage: "TODO: the rule in words",
        description: "TODO: say what it is.",
      },
    },
  });
  expect(samplesOf(draft).canaries).toMatchObject({ privateKey: "canary-privateKey-0xxxxx" });
  expect(draft.notes).toEqual(
    expect.arrayContaining([
      "privateKey: a secret, because Auth0 doesn't return it",
      "status: left out, because only an update takes it",
      "TokenExchangeProfileColors: add uniqueItems if the order doesn't matter",
      "TokenExchangeProfileRule: add the types and the discriminator of this union",
    ]),
  );
});

const path = "/token-exchange-profiles";

test.each<[what: string, change: (published: Contract) => object, ...reasons: string[]]>([
  ["nothing wrong", () => ({})],
  [
    "a body that is a union",
    ({ schemas }) => ({
      schemas: { ...schemas, CreateTokenExchangeProfileRequestContent: { oneOf: [{}] } },
    }),
    `the body of POST ${path} has no properties, or is a union (oneOf)`,
  ],
  [
    "no list and no POST",
    ({ operations }) => ({ operations: operations.filter((one) => one.path !== path) }),
    `there is no POST ${path}`,
    `there is no GET ${path}, which lists all objects`,
  ],
  [
    "an object of which a tenant has only one",
    ({ operations: [list] }) => ({ operations: [list, { ...list, method: "PATCH" }] }),
    `PATCH ${path} changes an object that each tenant has once`,
  ],
])("before it writes a draft, the command finds %s", (_what, change, ...reasons) => {
  const published = { ...contract, ...change(contract as Contract) } as Contract;
  expect(undraftable(draftOf(published), published, path.slice(1))).toEqual(reasons);
});

const full = "No more profiles can be created.";
const guessed = "id: the prefix and the length are guesses";

test.each<[conflict: string, id: Schema, behaviour: object, ...notes: string[]]>([
  [
    "The name is already in use.",
    { default: "ssp_n7SNCL8seoyV1TuSTCnAeo" },
    { unique: { properties: ["name"] }, limit: undefined, id: { prefix: "ssp", lengths: [22] } },
  ],
  [
    full,
    { pattern: "^grp_[1-9a-z]{14,22}$" },
    {
      unique: undefined,
      limit: { status: 409, message: full },
      id: { prefix: "grp", lengths: [14, 22] },
    },
  ],
  [
    "A rate limit with this type exists",
    {},
    { unique: { properties: ["type"] }, limit: undefined },
    guessed,
  ],
  [
    "Conflict.",
    { default: "910b1053-577f" },
    { unique: undefined, limit: undefined, id: { prefix: "tep", lengths: [16] } },
    '409: decide which properties are unique ("Conflict.")',
    guessed,
  ],
])("%s: a draft has the document's rejections and ids", (conflict, id, expected, ...notes) => {
  const draft = { ...draftOf(contract), id, notes: [] };
  const responses = (status: number, description: string) => ({
    responses: { [status]: { description } },
  });
  const paths = {
    "/token-exchange-profiles": { post: responses(409, conflict) },
    "/token-exchange-profiles/{id}": { get: responses(404, "Profile not found.") },
  };
  const { emulator } = behaviourOf({ paths }, "token-exchange-profiles", draft);
  expect(emulator).toMatchObject({ ...expected, missing: { message: "Profile not found." } });
  expect(draft.notes).toEqual(notes);
});

import { expect, test } from "@jest/globals";
import type { Contract } from "../../../emulator/src/contract/contract";
import { samplesOf } from "../../../tools/newResource/samples";
import { operationsOf, schemaDraft } from "../../../tools/newResource/schemaDraft";
import contract from "../../fixtures/neighbour/contract.json";
import neighbour from "../../fixtures/neighbour/schema.json";

const draftOf = (published: object) => {
  const operations = operationsOf(published as Contract, "token-exchange-profiles");
  return schemaDraft("TokenExchangeProfile", operations, published as Contract);
};

/** Without words, and without the formats that a person chooses. */
const facts = (node: object) =>
  JSON.parse(JSON.stringify(node), (key, value) =>
    key === "description" || key === "format" ? undefined : value,
  );

test("a draft has the properties, limits and replacements that a person found in the contract", () => {
  const { resource, types, notes } = draftOf(contract);
  expect(facts(resource)).toEqual(
    facts(neighbour.resources["auth0-native:index:TokenExchangeProfile"]),
  );
  expect(facts(types)).toEqual(facts(neighbour.types));
  expect(notes).toEqual(["TokenExchangeProfileSubjectTokenType: the draft is without format"]);
});

test("its samples keep the limits, and change one input in place, and one that replaces the object", () => {
  const { first, changed, replaced, canaries } = samplesOf(draftOf(contract));
  expect(first).toMatchObject({ name: "name-0", type: "custom_authentication" });
  expect(changed).toEqual({ ...first, name: "name-1" });
  expect(replaced).toEqual({ ...first, actionId: "actionId-1" });
  expect(canaries).toEqual({});
});

test("an input that the service does not return is a secret in the draft, and a union is named", () => {
  const published = structuredClone(contract);
  const { properties } = published.schemas.CreateTokenExchangeProfileRequestContent;
  const secret = { type: "string", minLength: 24 };
  Object.assign(properties, { private_key: secret, rule: { oneOf: [] } });
  const draft = draftOf(published);
  expect(draft.resource.inputProperties.privateKey).toMatchObject({
    secret: true,
    writeOnly: true,
  });
  expect(samplesOf(draft).canaries).toMatchObject({ privateKey: "canary-privateKey-0xxxxx" });
  expect(draft.notes).toEqual(
    expect.arrayContaining([
      "privateKey: it is not returned, so the draft calls it a secret",
      "TokenExchangeProfileRule: write the types and the discriminator of this union",
    ]),
  );
});

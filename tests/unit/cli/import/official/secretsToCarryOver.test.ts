import { expect, test } from "@jest/globals";
import { secretsToCarryOver } from "../../../../../cli/import/official/secretsToCarryOver";
import { authorized } from "../../../../support/values/inputs";

const comparedInputs = {
  destination: {
    type: "webhook",
    configuration: {
      webhookEndpoint: "https://hooks.example.com/auth0",
      webhookAuthorization: { method: "basic", username: "tenant" },
    },
  },
};
const secrets = [
  { path: ["destination", "configuration", "webhookAuthorization", "password"], value: "p" },
];
const areCarriedOver = (live: Parameters<typeof secretsToCarryOver>[1]) =>
  secretsToCarryOver({ comparedInputs, secrets }, live).length > 0;

test("secrets are carried over to an object that has the same inputs around them", () => {
  expect(areCarriedOver(authorized({ method: "basic", username: "tenant" }))).toBe(true);
  expect(
    areCarriedOver({ ...authorized({ method: "basic", username: "tenant" }), name: "new" }),
  ).toBe(true);
});

test.each([
  ["method", authorized({ method: "bearer" })],
  ["user name", authorized({ method: "basic", username: "other" })],
  ["destination", { destination: { type: "action", configuration: { actionId: "a" } } }],
  ["object", {}],
])("secrets are not carried over to another %s", (_what, live) => {
  expect(areCarriedOver(live)).toBe(false);
});

test("secrets are not carried over to another endpoint", () => {
  const live = JSON.stringify(authorized({ method: "basic", username: "tenant" }));
  expect(areCarriedOver(JSON.parse(live.replace("hooks.example.com", "other.example.com")))).toBe(
    false,
  );
});

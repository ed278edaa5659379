import { expect, test } from "@jest/globals";
import { secretsToSet } from "../../../../cli/import/setSecrets";
import { secretPlaceholder } from "../../../../provider/schema/placeholder";
import { knownToken, plannedWebhook, planOf } from "../../../support/values/importPlans";

const known = planOf(plannedWebhook(knownToken));
const configured = (value: string) => ({ "identity:crmToken": { value, secret: true } });

test("a known secret that the configuration lacks is set", () => {
  expect(secretsToSet(known, {})).toMatchObject([{ configKey: "crmToken", value: knownToken }]);
  expect(secretsToSet(known, configured(""))).toHaveLength(1);
});

test("a value of the configuration is never replaced", () => {
  expect(secretsToSet(known, configured("another value"))).toEqual([]);
});

test("an unknown secret is left to a person", () => {
  expect(secretsToSet(planOf(plannedWebhook()), {})).toEqual([]);
});

test("a placeholder that somebody has put into the configuration is replaced", () => {
  expect(secretsToSet(known, configured(secretPlaceholder))).toHaveLength(1);
});

import { expect, test } from "@jest/globals";
import { lacksSomething, secretsToSend } from "../../../../cli/import/plan";
import {
  knownToken,
  plannedPolicy,
  plannedWebhook,
  planOf,
} from "../../../support/values/importPlans";

const replaced = plannedWebhook(knownToken);
replaced.secrets = replaced.secrets.map((secret) => ({ ...secret, isReplaced: true }));
const plan = planOf(plannedWebhook(), plannedWebhook(knownToken), replaced, plannedPolicy());

test("the next up sends secrets without a value, and those for which the configuration has another value", () => {
  expect(secretsToSend(plan)).toHaveLength(2);
});

test("something is lacking where an object is skipped that no stack holds, or a resource is ignored", () => {
  const skipped = { kind: "EventStream", id: "est_1", label: "", reasons: [] };
  const ignored = [{ address: "auth0_guardian.mfa", reason: "a legacy key" }];
  expect(lacksSomething(plan)).toBe(false);
  expect(lacksSomething({ ...plan, skipped: [skipped] })).toBe(true);
  expect(lacksSomething({ ...plan, skipped: [{ ...skipped, isHeld: true }] })).toBe(false);
  expect(lacksSomething({ ...plan, ignored })).toBe(true);
});

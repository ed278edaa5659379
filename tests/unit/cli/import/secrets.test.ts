import { expect, test } from "@jest/globals";
import type { FindSecret } from "../../../../cli/import/plan";
import {
  preferOldState,
  secretsInConfiguration,
  secretsToSet,
} from "../../../../cli/import/secrets";
import { secretPlaceholder } from "../../../../provider/schema/placeholder";
import { knownToken, plannedWebhook, planOf } from "../../../support/values/importPlans";
import { tenantObject } from "../../../support/values/tenantObjects";

const secret = { path: ["token"], configKey: "crmToken" };
const project = {
  name: "identity",
  runtime: "nodejs",
  main: undefined,
  compilesTypescript: true,
  providerPlugins: [],
};
const inConfiguration = (value: string) =>
  secretsInConfiguration({
    project,
    configuration: { "identity:crmToken": { value, secret: true } },
  });
const nowhere: FindSecret = () => undefined;
const inOldState: FindSecret = () => ({ value: "old", source: "other tool" });
const found = (find: FindSecret) => find(tenantObject(), secret);

test.each(["", secretPlaceholder, undefined])(
  "the value %j of the configuration is no secret",
  (value) => {
    expect(found(inConfiguration(value as string))).toBeUndefined();
  },
);

test("the old state is preferred, since its secret is what the tenant has", () => {
  const both = (value: string) => found(preferOldState(inOldState, inConfiguration(value)));
  expect(both("old")).toEqual({ value: "old", source: "other tool" });
  expect(both("configured")).toEqual({ value: "old", source: "other tool", isReplaced: true });
});

test("the configuration is asked for what the old state lacks", () => {
  const find = preferOldState(nowhere, inConfiguration("configured"));
  expect(found(find)?.value).toBe("configured");
  expect(found(preferOldState(nowhere, nowhere))).toBeUndefined();
});

const known = planOf(plannedWebhook(knownToken));
const settingOf = (value: string) => ({ "identity:crmToken": { value, secret: true } });

test("a known secret that the configuration lacks is set", () => {
  expect(secretsToSet(known, {})).toMatchObject([{ configKey: "crmToken", value: knownToken }]);
  expect(secretsToSet(known, settingOf(""))).toHaveLength(1);
});

test("a value of the configuration is never replaced", () => {
  expect(secretsToSet(known, settingOf("another value"))).toEqual([]);
});

test("an unknown secret is left to the user", () => {
  expect(secretsToSet(planOf(plannedWebhook()), {})).toEqual([]);
});

import { expect, test } from "@jest/globals";
import { plannedObjects } from "../../../../cli/import/plannedObjects";
import { secretPlaceholder } from "../../../../provider/schema/placeholder";
import { canaries } from "../../../support/values/samples";
import { tenantObject } from "../../../support/values/tenantObjects";

const path = ["destination", "token"];
const destination = { destination: { token: secretPlaceholder } };
const webhook = tenantObject({ id: "est_b", inputs: destination, outs: {} });
const names = new Map([
  ["est_b", "crm-sync"],
  ["est_a", "zebra"],
]);

test("a known secret is in inputs and outputs, under a key that its name and property make", () => {
  const { objects } = plannedObjects([webhook], names, () => ({
    value: canaries.token,
    source: "configuration",
  }));
  const filled = { destination: { token: canaries.token } };
  expect(objects).toMatchObject([
    {
      name: "crm-sync",
      inputs: filled,
      outputs: filled,
      secrets: [{ path, configKey: "crmSyncToken", value: canaries.token }],
    },
  ]);
});

test("an unknown secret is a placeholder in inputs and outputs", () => {
  const { objects } = plannedObjects([webhook], names, () => undefined);
  expect(objects).toMatchObject([
    { inputs: destination, outputs: destination, secrets: [{ path, configKey: "crmSyncToken" }] },
  ]);
});

test("objects are in the order of kind and name", () => {
  const policy = tenantObject({ kind: "RateLimitPolicy", id: "rlp_1" });
  const other = tenantObject({ id: "est_a" });
  const { objects } = plannedObjects([policy, other, webhook], names, () => undefined);
  expect(objects.map(({ name }) => name)).toEqual(["crm-sync", "zebra", "rlp_1"]);
});

test("an object that no program can declare is skipped, with the reasons", () => {
  const failures = ["name is too long"];
  const result = plannedObjects([{ ...webhook, failures }], names, () => undefined);
  expect(result).toEqual({
    objects: [],
    skipped: [{ kind: "EventStream", id: "est_b", label: "crm", reasons: failures }],
  });
});

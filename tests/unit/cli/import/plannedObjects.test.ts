import { expect, test } from "@jest/globals";
import { plannedObjects } from "../../../../cli/import/planImport";
import { secretPlaceholder } from "../../../../provider/schema/placeholder";
import { tenantObject } from "../../../support/values/tenantObjects";

const destination = { destination: { token: secretPlaceholder } };
const webhook = tenantObject({ id: "est_b", inputs: destination, outs: {} });
const names = new Map([
  ["est_b", "crm-sync"],
  ["est_a", "zebra"],
]);

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

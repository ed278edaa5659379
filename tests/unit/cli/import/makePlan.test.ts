import { expect, test } from "@jest/globals";
import { makePlan } from "../../../../cli/import/makePlan";
import { stackObjects } from "../../../../cli/import/stackObjects";
import { tenantObject } from "../../../support/values/tenantObjects";

/** An exported state that has the stream `crm`. */
const exported = (resource: object) => {
  const type = "pulumi-nodejs:dynamic/auth0-native:EventStream";
  const crm = { urn: `urn:pulumi:test::test::${type}::crm`, type, id: "est_other", ...resource };
  return JSON.stringify({ deployment: { resources: [crm] } });
};

test.each([
  ["manages", {}],
  ["reads", { external: true }],
])("an import leaves the name of a resource to the one that the program %s", (_, resource) => {
  const objects = [tenantObject()];
  const plan = makePlan({
    tenant: "example.eu.auth0.com",
    stack: "test",
    project: "test",
    objects,
    selected: objects,
    skipped: [],
    ignored: [],
    inStacks: stackObjects("test", exported(resource)),
    givenNames: new Map(),
    findSecret: () => undefined,
  });
  expect(plan.objects.map(({ name }) => name)).toEqual(["crm-ghijkl"]);
});

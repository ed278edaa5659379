import { describe, expect, test } from "@jest/globals";
import { type Selection, select } from "../../../../cli/import/select";
import { stackObject, tenantObject } from "../../../support/values/tenantObjects";

const crm = tenantObject({ id: "est_crm", label: "crm (eu)" });
const audit = tenantObject({ id: "est_audit", label: "audit\nlog" });
const inStack = stackObject({ id: "est_billing", name: "billing" });
const billing = tenantObject({ id: inStack.id, label: "billing" });

const selected = (selection: Selection) =>
  select([crm, audit, billing], [inStack], selection).map(({ id }) => id);

describe("without a selection", () => {
  test("every object is taken that no stack holds", () => {
    expect(selected({})).toEqual([crm.id, audit.id]);
  });
});

describe("a pattern of --name", () => {
  test.each([
    ["crm*", [crm.id]],
    ["*", [crm.id, audit.id]],
    ["audit?log", [audit.id]],
    ["CRM*", "no object that is not managed yet has a name like CRM*"],
    ["crm (eu)", [crm.id]],
    ["crm", "no object that is not managed yet has a name like crm"],
    ["bill*", "no object that is not managed yet has a name like bill*"],
  ])("%j takes %j", (pattern, expected) => {
    const select = () => selected({ name: [pattern] });
    if (typeof expected === "string") expect(select).toThrow(expected);
    else expect(select()).toEqual(expected);
  });

  test("is one of several that an object has to match", () => {
    expect(selected({ name: ["crm*", "*log"] })).toEqual([crm.id, audit.id]);
  });
});

describe("an id of --id", () => {
  test("takes one object", () => {
    expect(selected({ id: [audit.id] })).toEqual([audit.id]);
  });

  test("that a stack holds is refused with the name of the resource", () => {
    expect(() => selected({ id: [billing.id, crm.id] })).toThrow(
      'est_billing is in the stack production already, as EventStream "billing"',
    );
  });

  test("that the tenant does not have is refused", () => {
    expect(() => selected({ id: ["est_deleted"] })).toThrow(
      "the tenant lists no object with the id est_deleted",
    );
  });
});

import { expect, test } from "@jest/globals";
import { assertOptions, type ImportOptions } from "../../../../cli/import/options";
import { select } from "../../../../cli/import/select";
import { stackObject, tenantObject } from "../../../support/values/tenantObjects";

const options = { cwd: "app", out: "imported" };

test.each<[Partial<ImportOptions>, string]>([
  [{ out: "." }, "--out is the program's own folder"],
  [{ as: "x" }, "--as is for one object. Pass its ID with --id."],
  [{ as: "", id: ["est_1"] }, "The name in --as is empty."],
])("the options %j are refused", (changes, expected) => {
  expect(() => assertOptions({ ...options, ...changes })).toThrow(expected);
});

test("one object for one of the program's resources is accepted", () => {
  expect(() => assertOptions({ ...options, id: ["est_1"], as: "crm", run: true })).not.toThrow();
});

const crm = tenantObject({ id: "est_crm", label: "crm (eu)" });
const audit = tenantObject({ id: "est_audit", label: "audit\nlog" });
const inStack = stackObject({ id: "est_billing", name: "billing" });
const billing = tenantObject({ id: inStack.id, label: "billing" });

const unlike = (pattern: string) => `No unmanaged object has a name like ${pattern}`;
test.each<[Partial<ImportOptions>, string | string[]]>([
  [{}, [crm.id, audit.id]],
  [{ name: ["crm*"] }, [crm.id]],
  [{ name: ["*"] }, [crm.id, audit.id]],
  [{ name: ["audit?log"] }, [audit.id]],
  [{ name: ["crm (eu)"] }, [crm.id]],
  [{ name: ["crm*", "*log"] }, [crm.id, audit.id]],
  [{ name: ["CRM*"] }, unlike("CRM*")],
  [{ name: ["crm"] }, unlike("crm")],
  [{ name: ["bill*"] }, unlike("bill*")],
  [{ id: [audit.id] }, [audit.id]],
  [
    { id: [billing.id, crm.id] },
    'est_billing is already in the stack production, as EventStream "billing"',
  ],
  [{ id: ["est_deleted"] }, "the tenant has no object with the ID est_deleted"],
])("the selection %j takes %j", (selection, expected) => {
  const selected = () => select([crm, audit, billing], [inStack], selection).map(({ id }) => id);
  if (typeof expected === "string") expect(selected).toThrow(expected);
  else expect(selected()).toEqual(expected);
});

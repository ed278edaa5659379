import type { TenantObject } from "../../../cli/import/tenant";

/** An object as a listing of the tenant has it: a stream, unless told otherwise. */
export const tenantObject = (changes: Partial<TenantObject> = {}): TenantObject => ({
  kind: "EventStream",
  id: "est_0123456789abcdefghijkl",
  label: "crm",
  createdAt: "2026-01-02T03:04:05.678Z",
  inputs: { name: "crm" },
  outs: { name: "crm", tenant: "example.eu.auth0.com" },
  undeclared: [],
  failures: [],
  notes: [],
  ...changes,
});

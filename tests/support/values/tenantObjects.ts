import type { StackObject } from "../../../cli/shared/stackObjects";
import type { TenantObject } from "../../../cli/shared/tenantObjects";

/** An object in the form of the tenant's list. By default, it is a stream. */
export const tenantObject = (changes: Partial<TenantObject> = {}): TenantObject => ({
  kind: "EventStream",
  id: "est_0123456789abcdefghijkl",
  label: "crm",
  createdAt: "2026-01-02T03:04:05.678Z",
  inputs: { name: "crm" },
  outs: { name: "crm", tenant: "example.eu.auth0.com" },
  undeclared: [],
  failures: [],
  warnings: [],
  notes: [],
  ...changes,
});

/** A stream of the plugin in the form of a stack's state. */
export const stackObject = (changes: Partial<StackObject> = {}): StackObject => ({
  stack: "production",
  kind: "EventStream",
  servedByPlugin: true,
  urn: "urn:pulumi:production::identity::auth0-native:index:EventStream::crm",
  id: "est_0123456789abcdefghijkl",
  name: "crm",
  inputs: { name: "crm" },
  tenant: "example.eu.auth0.com",
  isOfficial: false,
  isRead: false,
  ...changes,
});

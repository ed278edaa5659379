import type { ImportPlan, PlannedObject } from "../../../cli/import/importPlan";
import { secretPlaceholder } from "../../../provider/schema/placeholder";
import type { Props } from "../../../provider/shared/json";
import { canaries } from "./eventStream";

/** A plan of these objects. */
export const planOf = (...objects: PlannedObject[]): ImportPlan => ({
  tenant: "example.eu.auth0.com",
  stack: "production",
  project: "identity",
  objects,
  skipped: [],
  ignored: [],
});

export const plannedObject = (changes: Partial<PlannedObject>): PlannedObject => ({
  kind: "EventStream",
  id: `est_${"1".repeat(22)}`,
  name: "crm",
  inputs: {},
  outputs: {},
  secrets: [],
  notes: [],
  ...changes,
});

/** A stream to a webhook whose token is known if `token` is given. */
export function plannedWebhook(token?: string, changes: Partial<PlannedObject> = {}) {
  const props: Props = {
    name: "crm",
    destination: {
      type: "webhook",
      configuration: {
        webhookEndpoint: "https://hooks.example.com/auth0",
        webhookAuthorization: { method: "bearer", token: token ?? secretPlaceholder },
      },
    },
  };
  const path = ["destination", "configuration", "webhookAuthorization", "token"];
  const known = token === undefined ? {} : { inConfiguration: token };
  return plannedObject({
    inputs: props,
    outputs: {
      ...props,
      tenant: "example.eu.auth0.com",
      createdAt: "2026-01-02T03:04:05.678Z",
    },
    secrets: [{ path, configKey: "crmToken", ...known }],
    ...changes,
  });
}

export const plannedPolicy = (changes: Partial<PlannedObject> = {}): PlannedObject => {
  const props = { resource: "oauth_authentication_api", configuration: { action: "allow" } };
  const id = `rlp_${"2".repeat(22)}`;
  const policy = { kind: "RateLimitPolicy", id, name: "partners", inputs: props, outputs: props };
  return plannedObject({ ...policy, ...changes });
};

/** The secret of a webhook whose secret is known. */
export const knownToken = canaries.token;

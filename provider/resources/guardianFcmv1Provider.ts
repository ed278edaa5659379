import type { Operation } from "../api/operation";
import type { ResourceDefinition } from "./definition";

/** Creates, replaces, and clears the credentials. Auth0 has no operation that reads or deletes them. */
const put: Operation = {
  route: "PUT /guardian/factors/push-notification/providers/fcmv1",
  scopes: ["update:guardian_factors"],
};

/**
 * The FCM v1 push credentials of a tenant, which has one set of them. Their rules are in schema.json.
 */
export const guardianFcmv1Provider: ResourceDefinition = {
  name: "GuardianFcmv1Provider",
  fixedId: "fcmv1",
  create: put,
  unreadable: "Auth0 never returns the credentials",
  update: put,
  delete: put,
  // The published contract allows null. No recording of a live tenant shows what it does.
  deleteBody: { server_credentials: null },
  undeletable:
    "removed only from the state, because Auth0 can't delete the credentials. The tenant keeps them.",
  lostOnDelete:
    "push notifications, unless the program still declares push credentials for the same tenant",
  unofficial: "they have only the server key of FCM's legacy API",
};

import type { ResourceDefinition } from "./definition";

const put = {
  route: "PUT /guardian/factors/push-notification/providers/fcmv1",
  scope: "update:guardian_factors",
} as const;

export const guardianFcmv1Provider: ResourceDefinition = {
  name: "GuardianFcmv1Provider",
  fixedId: "fcmv1",
  create: put,
  read: "cannot be verified: the service never answers the credentials, so a change made elsewhere does not show",
  update: put,
  delete:
    "forgotten, not deleted: the service has no way to delete the credentials, so the tenant keeps them",
};

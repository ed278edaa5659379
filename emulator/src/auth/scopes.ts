/** Every permission that a route of the tenant requires. */
export const allScopes = [
  "create:event_streams",
  "read:event_streams",
  "update:event_streams",
  "delete:event_streams",
  "read:event_deliveries",
  "update:event_deliveries",
  "read:guardian_factors",
  "update:guardian_factors",
  "create:rate_limit_policies",
  "read:rate_limit_policies",
  "update:rate_limit_policies",
  "delete:rate_limit_policies",
];

export { allScopes } from "./auth/scopes";
export type { Fault, FaultKind } from "./faults/faults";
export { selfSigned } from "./http/certificate";
export type { CannedAnswer, RequestRecord } from "./http/record";
export { InvalidInput } from "./invalidInput";
export type { Changes } from "./model/changes";
export type { DeliveryInput } from "./model/deliveries";
export type {
  Attempt,
  Delivery,
  EventContent,
  StoredDestination,
  StoredPolicy,
  StoredStream,
  WebhookAuthorization,
} from "./model/store";
export type { TenantOptions } from "./options";
export { startTenant, type Tenant } from "./tenant";

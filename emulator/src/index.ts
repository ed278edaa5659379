export { selfSigned } from "./certificate";
export type { Changes } from "./change";
export type { DeliveryInput } from "./deliveries";
export type { Fault, FaultKind } from "./faults";
export { InvalidInput } from "./invalidInput";
export type { TenantOptions } from "./options";
export type { CannedAnswer, RequestRecord } from "./record";
export { allScopes } from "./scopes";
export type {
  Attempt,
  Delivery,
  EventContent,
  StoredDestination,
  StoredPolicy,
  StoredStream,
  WebhookAuthorization,
} from "./store";
export { startTenant, type Tenant } from "./tenant";

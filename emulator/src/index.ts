export type { Changes } from "./context";
export type { CannedResponse, Fault, FaultKind } from "./faults/fault";
export type { RequestRecord } from "./http/requestRecord";
export { InvalidInput } from "./invalidInput";
export type { DeliveryInput } from "./model/addDeliveries";
export type { Attempt, Delivery, EventContent } from "./model/delivery";
export type {
  StoredDestination,
  StoredObject,
  StoredPolicy,
  StoredStream,
  WebhookAuthorization,
} from "./model/store";
export { allScopes } from "./operations";
export type { DeliveryOptions, TenantOptions } from "./options";
export { startTenant, type Tenant } from "./tenant";

export { EventStream } from "./eventStream";
export {
  deliveryPages,
  type GetDeliveriesOptions,
  getDeliveries,
  getDeliveriesOutput,
} from "./getDeliveries";
export { GuardianFcmv1Provider } from "./guardianFcmv1Provider";
export { Provider } from "./provider";
export { RateLimitPolicy } from "./rateLimitPolicy";
export * from "./types";

export type { FunctionOptions } from "./functionTenant";
export * from "./generated";
export { deliveryPages, getDeliveries, getDeliveriesOutput } from "./getDeliveries";
export * as hooks from "./hooks";
export * from "./lookups.generated";
export { Provider } from "./provider";

export { deliveryStatistics, redeliver, sendTestEvent } from "./deliveryFunctions";
export type { FunctionOptions } from "./functionTenant";
export * from "./generated";
export { deliveryPages, getDeliveries, getDeliveriesOutput } from "./getDeliveries";
export * from "./lookups.generated";
export { Provider } from "./provider";

export * from "./generated";
export {
  deliveryPages,
  type GetDeliveriesOptions,
  getDeliveries,
  getDeliveriesOutput,
} from "./getDeliveries";
export { Provider } from "./provider";

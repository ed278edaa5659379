import { InvalidInput } from "../invalidInput";
import type { Delivery } from "../model/delivery";
import { eventTypes } from "../schemas/eventTypes";
import type { DeliveryEngine } from "./deliveryEngine";
import { addDelivery, type DeliveryContext } from "./newDelivery";

export interface RaiseContext extends DeliveryContext {
  deliveryEngine: DeliveryEngine;
}

/** Raises an event, and returns copies of its new deliveries: one for each stream that gets it. */
export function raiseEvent(context: RaiseContext, type: string, data?: object): Delivery[] {
  if (!(eventTypes as readonly string[]).includes(type)) {
    throw new InvalidInput(`There is no event type ${type}, only ${eventTypes.join(", ")}`);
  }
  if (data !== undefined && (typeof data !== "object" || data === null || Array.isArray(data))) {
    throw new InvalidInput("The data of an event must be an object");
  }
  const streams = [...context.store.streams.values()].filter(
    ({ status, subscriptions = [] }) =>
      status === "enabled" && subscriptions.some(({ event_type }) => event_type === type),
  );
  const deliveries = streams.map((stream) => addDelivery(context, stream, { type, data }));
  const copies = structuredClone(deliveries);
  for (const delivery of deliveries) context.deliveryEngine.start(delivery);
  return copies;
}

import { closed } from "./closedObject";
import { eventTypes } from "./eventTypes";
import { deliveryDates } from "./pathsAndQueries";

const eventType = { enum: eventTypes, description: "Event kind" };

export const testEvent = closed(
  { event_type: eventType, data: { type: "object", description: "Data of the event" } },
  ["event_type"],
);

export const redelivery = closed({
  ...deliveryDates,
  statuses: {
    type: "array",
    items: { enum: ["failed"] },
    description: "Statuses of the deliveries",
  },
  event_types: {
    type: "array",
    items: eventType,
    description: "Event kinds of the deliveries",
  },
});

import { closed } from "./closedObject";
import { eventTypes } from "./eventTypes";
import { deliveryDates } from "./pathsAndQueries";

const eventType = { enum: eventTypes, description: "Event kind" };

export const testEvent = closed({ event_type: eventType }, ["event_type"]);

export const redelivery = closed({
  ...deliveryDates,
  statuses: {
    type: "array",
    minItems: 1,
    items: { type: "string", minLength: 1 },
    description: "Statuses of the deliveries",
  },
  event_types: {
    type: "array",
    minItems: 1,
    items: eventType,
    description: "Event kinds of the deliveries",
  },
});

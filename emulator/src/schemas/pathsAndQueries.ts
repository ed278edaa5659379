import { closed, policyKey } from "./requestBodies";

export const noQuery = closed({});

const streamId = {
  id: {
    type: "string",
    format: "event-stream-id",
    description: "Unique identifier for the event stream",
  },
};

export const streamPath = closed(streamId);

export const deliveryPath = closed({
  ...streamId,
  event_id: {
    type: "string",
    minLength: 26,
    maxLength: 26,
    description: "Unique identifier for the event",
  },
});

export const policyPath = closed({
  id: {
    type: "string",
    maxLength: 26,
    description: "Unique identifier for the rate limit policy",
  },
});

const pageSize = { type: "string", integerBetween: [1, 100], description: "Results per page" };

const listProperties = {
  from: { type: "string", description: "Checkpoint id of the previous page" },
  take: pageSize,
  page: {
    type: "string",
    integerBetween: [0, Number.MAX_SAFE_INTEGER],
    description: "Page index, zero based",
  },
  per_page: pageSize,
};

export const streamList = closed(listProperties);

const { pattern: _, ...anySelector } = policyKey.consumer_selector;

export const policyList = closed({
  ...listProperties,
  ...policyKey,
  consumer_selector: anySelector,
  from: { ...listProperties.from, maxLength: 1000 },
});

const date = (description: string) => ({
  type: "string",
  maxLength: 20,
  format: "date-time-seconds",
  description,
});

export const deliveryDates = {
  date_from: date("RFC 3339 date-time without sub-seconds, inclusive"),
  date_to: date("RFC 3339 date-time without sub-seconds, exclusive"),
};

export const deliveryStatistics = closed(deliveryDates);

export const deliveryList = closed({
  statuses: {
    type: "string",
    pattern: "^[^,]+(,[^,]+)*$",
    description: "Comma-separated list of statuses",
  },
  event_types: {
    type: "string",
    format: "event-types",
    description: "Comma-separated list of event kinds",
  },
  ...deliveryDates,
  from: { type: "string", description: "Id from which to start selection" },
  take: pageSize,
});

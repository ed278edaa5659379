import { npxCommand } from "../shared/command";
import { isObject } from "../shared/json";
import type { ResourceDefinition } from "./definition";

/**
 * An event stream, which delivers the events of a tenant to one destination. Its properties and their
 * rules are in schema.json.
 */
export const eventStream: ResourceDefinition = {
  name: "EventStream",
  idLength: { min: 26, max: 26 },
  nameProperty: "name",
  naturalKey: ["name"],
  create: { route: "POST /event-streams", scopes: ["create:event_streams"] },
  read: { route: "GET /event-streams/{id}", scopes: ["read:event_streams"] },
  list: {
    route: "GET /event-streams",
    scopes: ["read:event_streams"],
    pages: "checkpoint",
    creationTime: "createdAt",
  },
  update: { route: "PATCH /event-streams/{id}", scopes: ["update:event_streams"] },
  delete: { route: "DELETE /event-streams/{id}", scopes: ["delete:event_streams"] },
  lostOnDelete: "its id, and the failed deliveries that were not redelivered",
  withoutObject:
    "events are not delivered, but Auth0's Events API can return them (GET /events?from_timestamp=<time>)",
  outputsOfEveryUpdate: ["updatedAt"],
  hoisted: { awsPartnerEventSource: ["destination", "configuration", "aws_partner_event_source"] },
  onRefusal: {
    status:
      "if the service disabled the stream, redeliver its failed deliveries: " +
      `\`${npxCommand} deliveries redeliver <id>\`; ` +
      'set status: "disabled" in the program to change other properties before that, ' +
      'or ignoreChanges: ["status"] to leave the status to the service',
  },
  driftNotes: {
    status: {
      disabled:
        "the service disables a stream that fails too often; " +
        `see why, and what to do next:\n${npxCommand} deliveries check <object>`,
    },
  },
  official: {
    terraformType: "auth0_event_stream",
    pulumiType: "auth0:index/eventStream:EventStream",
    // Of the destinations, only a webhook has secrets.
    secretInputs: ({ destinationType: type = null, webhookConfiguration: configuration = null }) =>
      isObject(configuration) ? { destination: { type, configuration } } : {},
  },
};

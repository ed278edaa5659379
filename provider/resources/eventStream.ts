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
    creationTime: "createdAt",
  },
  update: { route: "PATCH /event-streams/{id}", scopes: ["update:event_streams"] },
  delete: { route: "DELETE /event-streams/{id}", scopes: ["delete:event_streams"] },
  lostOnDelete: "its ID and its failed deliveries",
  withoutObject:
    "events aren't delivered. To get them from Auth0's Events API, run " +
    "`auth0 event-streams subscribe --from-timestamp <time> --event-type <type> --output-file events.jsonl`, " +
    "and press Ctrl+C after the last one",
  outputsOfEveryUpdate: ["updatedAt"],
  hoisted: { awsPartnerEventSource: ["destination", "configuration", "aws_partner_event_source"] },
  onRefusal: {
    status:
      "If Auth0 disabled the stream, redeliver its failed deliveries: " +
      `\`${npxCommand} deliveries redeliver <id>\`.\n` +
      'To change other properties before that, set status to "disabled" in the program.\n' +
      "To leave the status to Auth0, add it to ignoreChanges.",
  },
  driftNotes: {
    status: {
      disabled:
        "Auth0 disables a stream that fails too often. " +
        `See why, and what to do next:\n${npxCommand} deliveries check <object>`,
    },
  },
  official: {
    terraformType: "auth0_event_stream",
    pulumiType: "auth0:index/eventStream:EventStream",
    // Only a webhook has secrets.
    secretInputs: ({ destinationType: type = null, webhookConfiguration: configuration = null }) =>
      isObject(configuration) ? { destination: { type, configuration } } : {},
  },
};

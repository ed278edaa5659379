import { expect, test } from "@jest/globals";
import { differences } from "./contractFacts";
import { providerOperations, serviceOperations } from "./contractSides";

/**
 * The intended differences of schema.json and the provider's definitions from Auth0's published contract
 * with the additions in emulator/src/resources. Each reason has a line per difference.
 */
const intended: Record<string, string[]> = {
  "PUT does the same": [
    "PATCH /guardian/factors/push-notification/providers/fcmv1: only in the contract",
  ],
  "an output of the stream, since previews do not show one inside an input": [
    "event-streams response.aws_partner_event_source: only in ours, type string",
  ],
  "a URL with a host, since requests to it carry a secret": [
    "event-streams body.destination[webhook].configuration.webhook_endpoint: format none, ours url",
    "event-streams body.destination[webhook].configuration.webhook_endpoint: pattern ^https://.*, ours ^https://[^/?#\\s]+\\S*$",
  ],
  "the contract does not define its format": [
    "rate-limit-policies body.configuration[redirect].redirect_uri: format strict-https-uri, ours url",
    "rate-limit-policies body.configuration[redirect].redirect_uri: pattern none, ours ^[hH][tT][tT][pP][sS]://[^/?#\\s]+\\S*$",
  ],
  "the same, in other words": [
    "event-streams body.destination[webhook].configuration.webhook_authorization[custom_header].header_key: minLength 1, ours none",
    "event-streams path.event_id: maxLength 26, ours none",
    "event-streams path.event_id: minLength 26, ours none",
    "event-streams path.id: format event-stream-id, ours none",
    "event-streams path.id: maxLength none, ours 26",
    "event-streams path.id: minLength none, ours 26",
  ],
  "a client id has no spaces and no placeholder": [
    "rate-limit-policies body.consumer_selector: pattern ^(client_id:.+|cimd_clients|third_party_clients|default)$, ours ^(client_id:[^\\s<>]+|cimd_clients|third_party_clients|default)$",
  ],
  "a change of an Action replaces the stream, as a change of EventBridge does": [
    "event-streams body.destination[action]: only in the contract",
  ],
  "the only input that an update can change, so it is always sent": [
    "rate-limit-policies body.configuration: required true, ours none",
  ],
  "null would remove the credentials, which a resource never means": [
    "guardian body.server_credentials: required none, ours true",
    "guardian body.server_credentials: type string,null, ours string",
  ],
  "any RFC 3339 time, sent as the 20 characters of UTC in whole seconds": [
    "event-streams body.date_from: maxLength 20, ours none",
    "event-streams body.date_to: maxLength 20, ours none",
    "event-streams query.date_from: maxLength 20, ours none",
    "event-streams query.date_to: maxLength 20, ours none",
  ],
  "an array, sent as a text with commas": [
    "event-streams query.event_types: format event-types, ours none",
    "event-streams query.statuses: pattern ^[^,]+(,[^,]+)*$, ours none",
  ],
  "an argument of the function, which is not sent": [
    "event-streams query.include_event: only in ours, type boolean",
    "event-streams query.max_items: only in ours, minimum 1, type integer",
  ],
  "real responses have more statuses, and may get new kinds": [
    "event-streams response.attempts[].status: values failed, ours none",
    "event-streams response.deliveries[].attempts[].status: values failed, ours none",
    "event-streams response.deliveries[].event_type: values 25 values, ours none",
    "event-streams response.deliveries[].status: values failed, ours none",
    "event-streams response.event_type: values 25 values, ours none",
    "event-streams response.status: values failed, ours none",
  ],
  "the API's reference says text": [
    "event-streams response.deliveries[].event.data: type object, ours none",
    "event-streams response.event.data: type object, ours none",
  ],
};

test("schema.json and the definitions keep Auth0's contract, except where they differ on purpose", () => {
  const found = differences(serviceOperations(), providerOperations());
  expect(found.sort()).toEqual(Object.values(intended).flat().sort());
});

import { expect, test } from "@jest/globals";
import { differences } from "./contractFacts";
import { contractOperations, emulatorOperations, providerOperations } from "./contractSides";

/**
 * Where schema.json and the provider's definitions, the emulator, or both differ from the service's
 * published contract on purpose: by reason, one line for each difference.
 */
const intended: Record<string, string[]> = {
  "recorded, but not in the contract": ["both: GET /event-streams/{id}/stats: only in ours"],
  "PUT does the same": [
    "schema.json: PATCH /guardian/factors/push-notification/providers/fcmv1: only in the contract",
  ],
  "the contract has the forms of responses, which have no secrets; the API's reference requires them":
    [
      "both: event-streams body.destination[webhook].configuration.webhook_authorization[basic].password: only in ours, required true, minLength 1, type string",
      "both: event-streams body.destination[webhook].configuration.webhook_authorization[bearer].token: only in ours, required true, minLength 1, type string",
      "both: event-streams body.destination[webhook].configuration.webhook_authorization[custom_header].header_value: only in ours, required true, minLength 1, type string",
    ],
  "set by the service: the API's reference forbids it in a request; in a response, an output of the stream":
    [
      "both: event-streams body.destination[eventbridge].configuration.aws_partner_event_source: only in the contract",
      "schema.json: event-streams response.destination[eventbridge].configuration.aws_partner_event_source: only in the contract",
      "schema.json: event-streams response.aws_partner_event_source: only in ours, type string",
    ],
  "an output of the provider": [
    "schema.json: event-streams response.tenant: only in ours, type string",
    "schema.json: rate-limit-policies response.tenant: only in ours, type string",
  ],
  "an empty value makes no sense": [
    "both: event-streams body.destination[action].configuration.action_id: minLength none, ours 1",
    "schema.json: event-streams body.event_types: minItems none, ours 1",
    "schema.json: event-streams body.statuses: minItems none, ours 1",
    "schema.json: event-streams query.from: minLength none, ours 1",
    "schema.json: rate-limit-policies path.id: minLength none, ours 1",
  ],
  "a set of known kinds, each once, as the API's reference says": [
    "both: event-streams body.subscriptions: uniqueItems none, ours true",
    "both: event-streams body.subscriptions[].event_type: required none, ours true",
    "both: event-streams body.subscriptions[].event_type: values none, ours 25 values",
    "schema.json: event-streams response.subscriptions[].event_type: values none, ours 25 values",
  ],
  "an update that leaves out every subscription is refused, as a create is": [
    "schema.json: event-streams body.subscriptions: minItems none, ours 1",
  ],
  "a URL with a host, since requests to it carry a secret": [
    "schema.json: event-streams body.destination[webhook].configuration.webhook_endpoint: format none, ours url",
    "schema.json: event-streams body.destination[webhook].configuration.webhook_endpoint: pattern ^https://.*, ours ^https://[^/?#\\s]+\\S*$",
  ],
  "the contract does not define its format": [
    "schema.json: rate-limit-policies body.configuration[redirect].redirect_uri: format strict-https-uri, ours url",
    "schema.json: rate-limit-policies body.configuration[redirect].redirect_uri: pattern none, ours ^[hH][tT][tT][pP][sS]://[^/?#\\s]+\\S*$",
  ],
  "the pattern says the length": [
    "both: event-streams body.destination[webhook].configuration.webhook_authorization[custom_header].header_key: minLength 1, ours none",
    "schema.json: event-streams path.event_id: maxLength 26, ours none",
    "schema.json: event-streams path.event_id: minLength 26, ours none",
    "schema.json: event-streams path.event_id: pattern none, ours ^[A-Za-z0-9_-]{26}$",
  ],
  "the selectors of the API's reference": [
    "emulator: rate-limit-policies body.consumer_selector: pattern none, ours ^(client_id:.+|cimd_clients|third_party_clients|default)$",
    "schema.json: rate-limit-policies body.consumer_selector: pattern none, ours ^(client_id:[^\\s<>]+|cimd_clients|third_party_clients|default)$",
  ],
  "a change of an Action replaces the stream, as a change of EventBridge does": [
    "schema.json: event-streams body.destination[action]: only in the contract",
  ],
  "the emulator refuses it with a message of its own": [
    "emulator: event-streams body.destination[eventbridge]: only in ours, type object, additionalProperties false",
  ],
  "the only input that an update can change, so it is always sent": [
    "schema.json: rate-limit-policies body.configuration: required true, ours none",
  ],
  "null would remove the credentials, which a resource never means": [
    "schema.json: guardian body.server_credentials: required none, ours true",
    "schema.json: guardian body.server_credentials: type string,null, ours string",
  ],
  "any RFC 3339 time, sent as the 20 characters of UTC in whole seconds": [
    "schema.json: event-streams body.date_from: maxLength 20, ours none",
    "schema.json: event-streams body.date_to: maxLength 20, ours none",
    "schema.json: event-streams query.date_from: format none, ours date-time",
    "schema.json: event-streams query.date_from: maxLength 20, ours none",
    "schema.json: event-streams query.date_to: format none, ours date-time",
    "schema.json: event-streams query.date_to: maxLength 20, ours none",
  ],
  "the 20 characters leave only whole seconds in UTC": [
    "emulator: event-streams body.date_from: format date-time, ours date-time-seconds",
    "emulator: event-streams body.date_to: format date-time, ours date-time-seconds",
    "emulator: event-streams query.date_from: format none, ours date-time-seconds",
    "emulator: event-streams query.date_to: format none, ours date-time-seconds",
  ],
  "an argument of the function, which is not sent": [
    "schema.json: event-streams query.include_event: only in ours, type boolean",
    "schema.json: event-streams query.max_items: only in ours, minimum 1, type integer",
  ],
  "real responses have more statuses, and may get new kinds": [
    "schema.json: event-streams response.attempts[].status: values failed, ours none",
    "schema.json: event-streams response.deliveries[].attempts[].status: values failed, ours none",
    "schema.json: event-streams response.deliveries[].event_type: values 25 values, ours none",
    "schema.json: event-streams response.deliveries[].status: values failed, ours none",
    "schema.json: event-streams response.event_type: values 25 values, ours none",
    "schema.json: event-streams response.status: values failed, ours none",
  ],
  "the API's reference says text": [
    "schema.json: event-streams response.deliveries[].event.data: type object, ours none",
    "schema.json: event-streams response.event.data: type object, ours none",
  ],
  "the same, in other words": [
    "emulator: event-streams body.destination[eventbridge].configuration.aws_account_id: pattern ^\\d{12}$, ours ^[0-9]{12}$",
    "emulator: event-streams path.id: format none, ours event-stream-id",
    "emulator: event-streams path.id: maxLength 26, ours none",
    "emulator: event-streams path.id: minLength 26, ours none",
  ],
  "the API's reference has a list, separated by commas": [
    "emulator: event-streams query.event_types: format none, ours event-types",
    "emulator: event-streams query.statuses: pattern none, ours ^[^,]+(,[^,]+)*$",
  ],
  "the API's reference has pages by number, too": [
    "emulator: event-streams query.page: only in ours, minimum 0, maximum 9007199254740991, type integer",
    "emulator: event-streams query.per_page: only in ours, minimum 1, maximum 100, type integer",
    "emulator: rate-limit-policies query.page: only in ours, minimum 0, maximum 9007199254740991, type integer",
    "emulator: rate-limit-policies query.per_page: only in ours, minimum 1, maximum 100, type integer",
  ],
};

test("schema.json, the definitions and the emulator keep the service's contract, except where they differ on purpose", async () => {
  const contract = contractOperations();
  const inSchema = differences(contract, providerOperations());
  const inEmulator = differences(contract, await emulatorOperations());
  const found = [...new Set([...inSchema, ...inEmulator])].map((line) => {
    if (!inEmulator.includes(line)) return `schema.json: ${line}`;
    return inSchema.includes(line) ? `both: ${line}` : `emulator: ${line}`;
  });
  expect(found.sort()).toEqual(Object.values(intended).flat().sort());
});

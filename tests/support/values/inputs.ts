import type { Props } from "../../../provider/shared/json";
import * as samples from "./samples";

/** A copy as plain JSON: the form in which the engine passes values to a provider. */
export const jsonCopy = (value: unknown): Props => JSON.parse(JSON.stringify(value));

const each = (values: Record<string, unknown>) =>
  Object.entries(values).map(([name, value]) => [name, jsonCopy(value)] as const);

/** One stream for each destination and method. */
export const everyStream = each(samples.streams);
/** One policy for each action. */
export const everyPolicy = each(samples.policies);

const basic = samples.webhook(samples.authorizations.basic);

/** A webhook with basic authorization. */
export const stream = (changes: object = {}): Props =>
  jsonCopy({ ...samples.streams.basic, ...changes });
/** A stream with another destination. */
export const to = (destination: unknown): Props => stream({ destination });
/** A stream with a changed webhook configuration. */
export const hook = (changes: object): Props =>
  to({ type: "webhook", configuration: { ...basic.configuration, ...changes } });
/** A stream with another webhook authorization. */
export const authorized = (webhookAuthorization: unknown): Props => hook({ webhookAuthorization });
/** A stream with a changed EventBridge configuration. */
export const bridge = (changes: object): Props =>
  to({
    type: "eventbridge",
    configuration: { ...samples.eventbridge().configuration, ...changes },
  });

/** A policy that blocks over a limit. */
export const policy = (changes: object = {}): Props =>
  jsonCopy({ ...samples.policies.block, ...changes });
/** A policy with another configuration. */
export const configured = (configuration: unknown): Props => policy({ configuration });

/** Push credentials. */
export const push = (serverCredentials = samples.canaries.serverCredentials): Props => ({
  serverCredentials,
});

/**
 * The strings that the engine sends for values that are not known yet, by type. Repeated here rather
 * than imported, so that the tests notice a wrong one.
 */
export const sentinels = [
  ["text", "04da6b54-80e4-46f7-96ec-b56ff0331ba9"],
  ["boolean", "1c4a061d-8072-4f0a-a4cb-0ff528b18fe7"],
  ["number", "3eeb2bf0-c639-47a8-9e75-3b44932eb421"],
  ["array", "6a19a0b0-7e62-4c92-b797-7f8e31da9cc2"],
  ["asset", "030794c1-ac77-496b-92df-f27374a8bd58"],
  ["archive", "e48ece36-62e2-4504-bad9-02848725956a"],
  ["object", "dd056dcd-154b-4c76-9bd3-c8f88648b5ff"],
] as const;
export const unknown: string = sentinels[0][1];

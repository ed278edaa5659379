import type { Props } from "../../../provider/shared/json";
import * as samples from "./samples";

/** Values of a program as the engine hands them to a provider: plain JSON, a copy each time. */
export const plain = (value: unknown): Props => JSON.parse(JSON.stringify(value));

const each = (values: Record<string, unknown>) =>
  Object.entries(values).map(([name, value]) => [name, plain(value)] as const);

/** One stream for each destination and method. */
export const everyStream = each(samples.streams);
/** One policy for each action. */
export const everyPolicy = each(samples.policies);

const basic = samples.webhook(samples.authorizations.basic);

/** A webhook with basic authorization. */
export const stream = (changes: object = {}): Props =>
  plain({ ...samples.streams.basic, ...changes });
export const to = (destination: unknown): Props => stream({ destination });
export const hook = (changes: object): Props =>
  to({ type: "webhook", configuration: { ...basic.configuration, ...changes } });
export const authorized = (webhookAuthorization: unknown): Props => hook({ webhookAuthorization });
export const bridge = (changes: object): Props =>
  to({
    type: "eventbridge",
    configuration: { ...samples.eventbridge().configuration, ...changes },
  });

export const policy = (changes: object = {}): Props =>
  plain({ ...samples.policies.block, ...changes });
export const configured = (configuration: unknown): Props => policy({ configuration });

export const push = (serverCredentials = samples.canaries.serverCredentials): Props => ({
  serverCredentials,
});

/** The seven values that the engine sends for what is not known yet. */
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

import { eventTypes } from "./eventTypes";

// Written from the tables of the API reference and the service's published contract, with the service's property names. It is not derived from the
// provider's schema.json, so that the emulator refuses requests if schema.json, or the mapping of its
// names to the service's, is wrong.

/** The schema of an object that may have these properties and no other. */
export const closed = <Properties extends object>(
  properties: Properties,
  required: (keyof Properties)[] = [],
) => ({ type: "object", properties, required, additionalProperties: false });

const text = (description: string) => ({ type: "string", minLength: 1, description });

const authorization = {
  description: "Authorization sent with every webhook request",
  type: "object",
  required: ["method"],
  discriminator: { propertyName: "method" },
  oneOf: [
    closed(
      {
        method: { const: "basic" },
        username: {
          type: "string",
          maxLength: 128,
          pattern: "^[^:]+$",
          description: "Username",
        },
        password: text("Password"),
      },
      ["method", "username", "password"],
    ),
    closed({ method: { const: "bearer" }, token: text("Bearer token") }, ["method", "token"]),
    closed(
      {
        method: { const: "custom_header" },
        header_key: {
          type: "string",
          pattern: "^[a-zA-Z0-9!#$%&'*+.^_`|~-]+$",
          description: "Name of the header",
        },
        header_value: text("Value of the header"),
      },
      ["method", "header_key", "header_value"],
    ),
  ],
};

const webhook = closed(
  {
    webhook_endpoint: {
      type: "string",
      pattern: "^https://.*",
      description: "Target HTTP endpoint URL",
    },
    webhook_authorization: authorization,
  },
  ["webhook_endpoint", "webhook_authorization"],
);

const awsRegions = [
  "af-south-1",
  "ap-east-1",
  "ap-east-2",
  "ap-northeast-1",
  "ap-northeast-2",
  "ap-northeast-3",
  "ap-south-1",
  "ap-south-2",
  "ap-southeast-1",
  "ap-southeast-2",
  "ap-southeast-3",
  "ap-southeast-4",
  "ap-southeast-5",
  "ap-southeast-6",
  "ap-southeast-7",
  "ca-central-1",
  "ca-west-1",
  "eu-central-1",
  "eu-central-2",
  "eu-north-1",
  "eu-south-1",
  "eu-south-2",
  "eu-west-1",
  "eu-west-2",
  "eu-west-3",
  "il-central-1",
  "me-central-1",
  "me-south-1",
  "mx-central-1",
  "sa-east-1",
  "us-east-1",
  "us-east-2",
  "us-gov-east-1",
  "us-gov-west-1",
  "us-west-1",
  "us-west-2",
];

const eventbridge = closed(
  {
    aws_account_id: {
      type: "string",
      pattern: "^[0-9]{12}$",
      description: "AWS account id, 12 digits",
    },
    aws_region: { enum: awsRegions, description: "AWS region" },
  },
  ["aws_account_id", "aws_region"],
);

const action = closed({ action_id: text("Action that receives the events") }, ["action_id"]);

const destinationOf = (type: string, configuration: object) =>
  closed({ type: { const: type }, configuration }, ["type", "configuration"]);

const streamProperties = {
  name: { type: "string", minLength: 1, maxLength: 128, description: "Name of the event stream" },
  subscriptions: {
    type: "array",
    minItems: 1,
    uniqueItems: true,
    items: closed({ event_type: { enum: eventTypes, description: "Event kind" } }, ["event_type"]),
    description: "Event kinds that the stream forwards",
  },
  destination: {
    type: "object",
    required: ["type"],
    discriminator: { propertyName: "type" },
    oneOf: [
      destinationOf("webhook", webhook),
      destinationOf("eventbridge", eventbridge),
      destinationOf("action", action),
    ],
  },
  status: {
    enum: ["enabled", "disabled"],
    description: "Whether the stream is actively forwarding events",
  },
};

const limit = {
  type: "integer",
  minimum: 0,
  maximum: 10_000,
  description: "Requests in a window before the action is taken",
};

const configuration = {
  type: "object",
  required: ["action"],
  discriminator: { propertyName: "action" },
  oneOf: [
    closed({ action: { const: "allow" } }, ["action"]),
    closed({ action: { enum: ["block", "log"] }, limit }, ["action", "limit"]),
    closed(
      {
        action: { const: "redirect" },
        limit,
        redirect_uri: {
          type: "string",
          format: "strict-https-uri",
          description: "Redirect URI, must be https",
        },
      },
      ["action", "limit", "redirect_uri"],
    ),
  ],
};

export const policyKey = {
  resource: { enum: ["oauth_authentication_api"], description: "API protected by the policy" },
  consumer: { enum: ["client"], description: "Consumer that the policy applies to" },
  consumer_selector: {
    type: "string",
    maxLength: 255,
    pattern: "^(client_id:.+|cimd_clients|third_party_clients|default)$",
    description: "Identifies the consumer or category",
  },
};

export const createStream = closed(streamProperties, ["destination"]);

const { minItems: _, ...anySubscriptions } = streamProperties.subscriptions;

/** An update may remove every subscription. */
export const updateStream = closed({ ...streamProperties, subscriptions: anySubscriptions });

export const createPolicy = closed({ ...policyKey, configuration }, [
  "resource",
  "consumer",
  "consumer_selector",
  "configuration",
]);

export const updatePolicy = closed({ configuration }, ["configuration"]);

export const writeFcmv1 = closed({
  server_credentials: {
    type: ["string", "null"],
    minLength: 1,
    maxLength: 10_000,
    description: "Firebase service account",
  },
});

// Generated from schema.json by `npm run generate`; do not edit.

import type * as pulumi from "@pulumi/pulumi";
import * as definitions from "../provider/resources";
import { NativeResource } from "./nativeResource";

/** A kind of tenant event. */
export type EventKind =
  | "connection.created"
  | "connection.deleted"
  | "connection.updated"
  | "group.created"
  | "group.deleted"
  | "group.member.added"
  | "group.member.deleted"
  | "group.role.assigned"
  | "group.role.deleted"
  | "group.updated"
  | "organization.connection.added"
  | "organization.connection.removed"
  | "organization.connection.updated"
  | "organization.created"
  | "organization.deleted"
  | "organization.group.role.assigned"
  | "organization.group.role.deleted"
  | "organization.member.added"
  | "organization.member.deleted"
  | "organization.member.role.assigned"
  | "organization.member.role.deleted"
  | "organization.updated"
  | "user.created"
  | "user.deleted"
  | "user.updated";

/** Whether a stream forwards events. */
export type EventStreamStatus = "enabled" | "disabled";

/** A kind of event that a stream forwards. */
export interface EventStreamSubscription {
  /** The kind of event, such as `user.created`. */
  eventType: EventKind;
}

/** A kind of event that a stream forwards. */
export interface EventStreamSubscriptionArgs {
  /** The kind of event, such as `user.created`. */
  eventType: pulumi.Input<EventKind>;
}

/** Events are sent to a webhook by POST requests. */
export interface WebhookDestination {
  /** Always `webhook`. A change to another type replaces the stream. */
  type: "webhook";

  /** The URL that receives events, and the credentials of the requests. Updated in place; the update always sends the complete destination, including the secret. */
  configuration: WebhookConfiguration;
}

/** Events are sent to a webhook by POST requests. */
export interface WebhookDestinationArgs {
  /** Always `webhook`. A change to another type replaces the stream. */
  type: "webhook";

  /** The URL that receives events, and the credentials of the requests. Updated in place; the update always sends the complete destination, including the secret. */
  configuration: pulumi.Input<WebhookConfigurationArgs>;
}

/** The URL of a webhook and the credentials of the requests to it. */
export interface WebhookConfiguration {
  /** The URL that receives events. It begins with `https://` in lower case, because requests to it carry a secret. Updated in place. */
  webhookEndpoint: string;

  /** How requests to the webhook authenticate, by `method`. Updated in place. The service never returns the secret part, so a change of the secret outside Pulumi cannot be detected. */
  webhookAuthorization: BasicAuthorization | BearerAuthorization | CustomHeaderAuthorization;
}

/** The URL of a webhook and the credentials of the requests to it. */
export interface WebhookConfigurationArgs {
  /** The URL that receives events. It begins with `https://` in lower case, because requests to it carry a secret. Updated in place. */
  webhookEndpoint: pulumi.Input<string>;

  /** How requests to the webhook authenticate, by `method`. Updated in place. The service never returns the secret part, so a change of the secret outside Pulumi cannot be detected. */
  webhookAuthorization: pulumi.Input<
    BasicAuthorizationArgs | BearerAuthorizationArgs | CustomHeaderAuthorizationArgs
  >;

  actionId?: undefined;
  awsAccountId?: undefined;
  awsRegion?: undefined;
}

/** HTTP basic authentication. */
export interface BasicAuthorization {
  /** Always `basic`. */
  method: "basic";

  /** The user name: 1 to 128 characters, without a colon. */
  username: string;

  /** The password, not empty. Secret; the service never returns it. */
  password: string;
}

/** HTTP basic authentication. */
export interface BasicAuthorizationArgs {
  /** Always `basic`. */
  method: "basic";

  /** The user name: 1 to 128 characters, without a colon. */
  username: pulumi.Input<string>;

  /** The password, not empty. Secret; the service never returns it. */
  password: pulumi.Input<string>;

  headerKey?: undefined;
  headerValue?: undefined;
  token?: undefined;
}

/** A bearer token in the `Authorization` header. */
export interface BearerAuthorization {
  /** Always `bearer`. */
  method: "bearer";

  /** The token, not empty. Secret; the service never returns it. */
  token: string;
}

/** A bearer token in the `Authorization` header. */
export interface BearerAuthorizationArgs {
  /** Always `bearer`. */
  method: "bearer";

  /** The token, not empty. Secret; the service never returns it. */
  token: pulumi.Input<string>;

  headerKey?: undefined;
  headerValue?: undefined;
  password?: undefined;
  username?: undefined;
}

/** A custom header. */
export interface CustomHeaderAuthorization {
  /** Always `custom_header`. */
  method: "custom_header";

  /** The name of the header, not empty: ASCII letters, digits, `-` and the other characters of an HTTP token, so no space and no colon. */
  headerKey: string;

  /** The value of the header, not empty. Secret; the service never returns it. */
  headerValue: string;
}

/** A custom header. */
export interface CustomHeaderAuthorizationArgs {
  /** Always `custom_header`. */
  method: "custom_header";

  /** The name of the header, not empty: ASCII letters, digits, `-` and the other characters of an HTTP token, so no space and no colon. */
  headerKey: pulumi.Input<string>;

  /** The value of the header, not empty. Secret; the service never returns it. */
  headerValue: pulumi.Input<string>;

  password?: undefined;
  token?: undefined;
  username?: undefined;
}

/** Events are sent to Amazon EventBridge. */
export interface EventbridgeDestination {
  /** Always `eventbridge`. A change to another type replaces the stream. */
  type: "eventbridge";

  /** The AWS account and region. The service cannot update them: any change replaces the stream. */
  configuration: EventbridgeConfiguration;
}

/** Events are sent to Amazon EventBridge. */
export interface EventbridgeDestinationArgs {
  /** Always `eventbridge`. A change to another type replaces the stream. */
  type: "eventbridge";

  /** The AWS account and region. The service cannot update them: any change replaces the stream. */
  configuration: pulumi.Input<EventbridgeConfigurationArgs>;
}

/** An AWS account and region. AWS assigns a partner event source, the output `awsPartnerEventSource` of the stream. */
export interface EventbridgeConfiguration {
  /** The AWS account id: a string of 12 digits. A change replaces the stream. */
  awsAccountId: string;

  /** The AWS region, such as `eu-central-1`. A change replaces the stream. */
  awsRegion: AwsRegion;
}

/** An AWS account and region. AWS assigns a partner event source, the output `awsPartnerEventSource` of the stream. */
export interface EventbridgeConfigurationArgs {
  /** The AWS account id: a string of 12 digits. A change replaces the stream. */
  awsAccountId: pulumi.Input<string>;

  /** The AWS region, such as `eu-central-1`. A change replaces the stream. */
  awsRegion: pulumi.Input<AwsRegion>;

  actionId?: undefined;
  webhookAuthorization?: undefined;
  webhookEndpoint?: undefined;
}

/** An AWS region to which the service can send events. */
export type AwsRegion =
  | "af-south-1"
  | "ap-east-1"
  | "ap-east-2"
  | "ap-northeast-1"
  | "ap-northeast-2"
  | "ap-northeast-3"
  | "ap-south-1"
  | "ap-south-2"
  | "ap-southeast-1"
  | "ap-southeast-2"
  | "ap-southeast-3"
  | "ap-southeast-4"
  | "ap-southeast-5"
  | "ap-southeast-6"
  | "ap-southeast-7"
  | "ca-central-1"
  | "ca-west-1"
  | "eu-central-1"
  | "eu-central-2"
  | "eu-north-1"
  | "eu-south-1"
  | "eu-south-2"
  | "eu-west-1"
  | "eu-west-2"
  | "eu-west-3"
  | "il-central-1"
  | "me-central-1"
  | "me-south-1"
  | "mx-central-1"
  | "sa-east-1"
  | "us-east-1"
  | "us-east-2"
  | "us-gov-east-1"
  | "us-gov-west-1"
  | "us-west-1"
  | "us-west-2";

/** Events run an Auth0 Action. */
export interface ActionDestination {
  /** Always `action`. A change to another type replaces the stream. */
  type: "action";

  /** The Action. Any change replaces the stream. */
  configuration: ActionConfiguration;
}

/** Events run an Auth0 Action. */
export interface ActionDestinationArgs {
  /** Always `action`. A change to another type replaces the stream. */
  type: "action";

  /** The Action. Any change replaces the stream. */
  configuration: pulumi.Input<ActionConfigurationArgs>;
}

/** The Action that handles events. */
export interface ActionConfiguration {
  /** The id of a deployed Action, not empty. A change replaces the stream. */
  actionId: string;
}

/** The Action that handles events. */
export interface ActionConfigurationArgs {
  /** The id of a deployed Action, not empty. A change replaces the stream. */
  actionId: pulumi.Input<string>;

  awsAccountId?: undefined;
  awsRegion?: undefined;
  webhookAuthorization?: undefined;
  webhookEndpoint?: undefined;
}

/** An API that a policy can protect. */
export type RateLimitResource = "oauth_authentication_api";

/** A kind of consumer that a policy can apply to. */
export type RateLimitConsumer = "client";

/** Requests are not limited. */
export interface AllowConfiguration {
  /** Always `allow`. */
  action: "allow";
}

/** Requests are not limited. */
export interface AllowConfigurationArgs {
  /** Always `allow`. */
  action: "allow";

  limit?: undefined;
  redirectUri?: undefined;
}

/** Requests over the limit are rejected. */
export interface BlockConfiguration {
  /** Always `block`. */
  action: "block";

  /** Requests per second that are allowed before further ones are rejected, a whole number from 0 to 10,000. 0 blocks the consumer; for `default`, it also blocks the provider's own requests for access tokens. */
  limit: number;
}

/** Requests over the limit are rejected. */
export interface BlockConfigurationArgs {
  /** Always `block`. */
  action: "block";

  /** Requests per second that are allowed before further ones are rejected, a whole number from 0 to 10,000. 0 blocks the consumer; for `default`, it also blocks the provider's own requests for access tokens. */
  limit: pulumi.Input<number>;

  redirectUri?: undefined;
}

/** Requests over the limit are logged and allowed: the safe way to try out a limit. */
export interface LogConfiguration {
  /** Always `log`. */
  action: "log";

  /** Requests per second that are allowed before further ones are logged, a whole number from 0 to 10,000. */
  limit: number;
}

/** Requests over the limit are logged and allowed: the safe way to try out a limit. */
export interface LogConfigurationArgs {
  /** Always `log`. */
  action: "log";

  /** Requests per second that are allowed before further ones are logged, a whole number from 0 to 10,000. */
  limit: pulumi.Input<number>;

  redirectUri?: undefined;
}

/** Requests over the limit are redirected. */
export interface RedirectConfiguration {
  /** Always `redirect`. */
  action: "redirect";

  /** Requests per second that are allowed before further ones are redirected, a whole number from 0 to 10,000. */
  limit: number;

  /** The `https://` URL to which requests over the limit are redirected. */
  redirectUri: string;
}

/** Requests over the limit are redirected. */
export interface RedirectConfigurationArgs {
  /** Always `redirect`. */
  action: "redirect";

  /** Requests per second that are allowed before further ones are redirected, a whole number from 0 to 10,000. */
  limit: pulumi.Input<number>;

  /** The `https://` URL to which requests over the limit are redirected. */
  redirectUri: pulumi.Input<string>;
}

/** The required properties of a Firebase service account's JSON. Other properties are allowed. */
export interface ServiceAccount {
  /** Always `service_account`. */
  type: "service_account";

  /** The Firebase project, not empty. */
  project_id: string;

  /** The private key as PEM text, not empty. */
  private_key: string;

  /** The email address of the service account, not empty. */
  client_email: string;
}

/** One event and the attempts to deliver it. */
export interface Delivery {
  /** The id of the delivery. */
  id: string;

  /** The id of the stream: 26 characters. */
  eventStreamId: string;

  /** The status of the delivery, such as `failed`. Any text: the service documents only some of its values. */
  status: string;

  /** The kind of event, such as `user.created`. */
  eventType: string;

  /** The results of the attempts so far, in the order of the service. */
  attempts: DeliveryAttempt[];

  /** The content of the event, which is personal data. Present only with `includeEvent`, and only if the delivery failed. */
  event?: DeliveryEvent | undefined;
}

/** One attempt to deliver an event. */
export interface DeliveryAttempt {
  /** The result of the attempt, such as `failed`. */
  status: string;

  /** The time of the attempt, RFC 3339. */
  timestamp: string;

  /** Why the attempt failed. */
  errorMessage?: string | undefined;

  /** The duration of the attempt in milliseconds. */
  duration?: number | undefined;
}

/** A CloudEvents envelope. */
export interface DeliveryEvent {
  /** The id of the event. */
  id: string;

  /** The source of the event. */
  source: string;

  /** The CloudEvents version. */
  specversion: string;

  /** The kind of event. */
  type: string;

  /** The time of the event, RFC 3339. */
  time: string;

  /** The data of the event. The API documentation says text; in practice it is an object. */
  data?: unknown | undefined;
}

/** A kind of event that a stream forwards. */
export interface FoundEventStreamSubscription {
  /** The kind of event, such as `user.created`. */
  eventType: string;
}

/** Events are sent to a webhook by POST requests. */
export interface FoundWebhookDestination {
  /** Always `webhook`. */
  type: "webhook";

  /** The URL that receives events, and the credentials of the requests. */
  configuration: FoundWebhookConfiguration;
}

/** The URL of a webhook and the credentials of the requests to it. */
export interface FoundWebhookConfiguration {
  /** The URL that receives events. */
  webhookEndpoint: string;

  /** How requests to the webhook authenticate, by `method`. */
  webhookAuthorization:
    | FoundBasicAuthorization
    | FoundBearerAuthorization
    | FoundCustomHeaderAuthorization;
}

/** HTTP basic authentication. Without `password`, which the service never returns. */
export interface FoundBasicAuthorization {
  /** Always `basic`. */
  method: "basic";

  /** The user name: 1 to 128 characters, without a colon. */
  username: string;
}

/** A bearer token in the `Authorization` header. Without `token`, which the service never returns. */
export interface FoundBearerAuthorization {
  /** Always `bearer`. */
  method: "bearer";
}

/** A custom header. Without `headerValue`, which the service never returns. */
export interface FoundCustomHeaderAuthorization {
  /** Always `custom_header`. */
  method: "custom_header";

  /** The name of the header, not empty: ASCII letters, digits, `-` and the other characters of an HTTP token, so no space and no colon. */
  headerKey: string;
}

/** Events are sent to Amazon EventBridge. */
export interface FoundEventbridgeDestination {
  /** Always `eventbridge`. */
  type: "eventbridge";

  /** The AWS account and region. */
  configuration: FoundEventbridgeConfiguration;
}

/** An AWS account and region. */
export interface FoundEventbridgeConfiguration {
  /** The AWS account id: a string of 12 digits. */
  awsAccountId: string;

  /** The AWS region, such as `eu-central-1`. */
  awsRegion: string;
}

/** The properties of an event stream that the service returns. */
export interface FoundEventStream {
  /** The id of the event stream. */
  id: string;

  /** The name of the stream: 1 to 128 characters. */
  name?: string | undefined;

  /** The kinds of events to forward: at least one, each once. */
  subscriptions?: FoundEventStreamSubscription[] | undefined;

  /** Where events are sent, by `type`. */
  destination: FoundWebhookDestination | FoundEventbridgeDestination | ActionDestination;

  /** Whether the stream forwards events: `enabled` or `disabled`. */
  status: string;

  /** The time when the stream was created, RFC 3339. */
  createdAt: string;

  /** The time of the last change of the stream, RFC 3339. */
  updatedAt: string;

  /** The partner event source that AWS assigned. Present only with an `eventbridge` destination. */
  awsPartnerEventSource?: string | undefined;

  /** The domain of the tenant that contains the stream. */
  tenant: string;
}

/** The properties of a rate limit policy that the service returns. */
export interface FoundRateLimitPolicy {
  /** The id of the rate limit policy. */
  id: string;

  /** The API that the policy protects: `oauth_authentication_api`. */
  resource: string;

  /** The kind of consumer that the policy applies to: `client`. */
  consumer: string;

  /** The consumers that the policy applies to: `client_id:<client id>`, `client_id:<CIMD URI>`, `cimd_clients`, `third_party_clients`, or `default` (every consumer that no other policy selects). */
  consumerSelector: string;

  /** What the service does with requests, by `action`. */
  configuration: AllowConfiguration | BlockConfiguration | LogConfiguration | RedirectConfiguration;

  /** The time when the policy was created, RFC 3339. */
  createdAt?: string | undefined;

  /** The time of the last change of the policy, RFC 3339. */
  updatedAt?: string | undefined;

  /** The domain of the tenant that contains the policy. */
  tenant: string;
}

/** Arguments of EventStream. */
export interface EventStreamArgs {
  /** The name of the stream: 1 to 128 characters. Updated in place. If the program omits it, the stream keeps its last name until it is replaced. */
  name?: pulumi.Input<string | undefined>;

  /** The kinds of events to forward: at least one, each once. The order does not matter. Updated in place. If the program omits it, the stream keeps its last subscriptions until it is replaced. */
  subscriptions?: pulumi.Input<pulumi.Input<EventStreamSubscriptionArgs>[] | undefined>;

  /** Where events are sent, by `type`. A webhook is updated in place. A change of `type`, and any change of an `eventbridge` or `action` destination, replaces the stream. */
  destination: pulumi.Input<
    WebhookDestinationArgs | EventbridgeDestinationArgs | ActionDestinationArgs
  >;

  /** Whether the stream forwards events: `enabled` or `disabled`. Default `enabled`, also for an existing stream if the program omits it. Updated in place. */
  status?: pulumi.Input<EventStreamStatus | undefined>;

  /** The arguments are an object, not an Output. Its properties may be Outputs. */
  apply?: undefined;
}

/** Forwards tenant events to a webhook, to Amazon EventBridge or to an Action. Two streams of a tenant cannot have the same name. So a replacement that keeps the name deletes the old stream first: events until the new one exists are not delivered. Every replacement loses the failed deliveries of the old stream. If the service disables a stream after failed deliveries, a drift check reports the status `disabled`: redeliver the failed events before you enable the stream again. */
export class EventStream extends NativeResource {
  /** The name of the stream: 1 to 128 characters. Updated in place. If the program omits it, the stream keeps its last name until it is replaced. */
  declare readonly name: pulumi.Output<string | undefined>;

  /** The kinds of events to forward: at least one, each once. The order does not matter. Updated in place. If the program omits it, the stream keeps its last subscriptions until it is replaced. */
  declare readonly subscriptions: pulumi.Output<EventStreamSubscription[] | undefined>;

  /** Where events are sent, by `type`. A webhook is updated in place. A change of `type`, and any change of an `eventbridge` or `action` destination, replaces the stream. */
  declare readonly destination: pulumi.Output<
    WebhookDestination | EventbridgeDestination | ActionDestination
  >;

  /** Whether the stream forwards events: `enabled` or `disabled`. Default `enabled`, also for an existing stream if the program omits it. Updated in place. */
  declare readonly status: pulumi.Output<EventStreamStatus>;

  /** The time when the stream was created, RFC 3339. */
  declare readonly createdAt: pulumi.Output<string>;

  /** The time of the last change of the stream, RFC 3339. */
  declare readonly updatedAt: pulumi.Output<string>;

  /** The partner event source that AWS assigned. Present only with an `eventbridge` destination. */
  declare readonly awsPartnerEventSource: pulumi.Output<string | undefined>;

  /** The domain of the tenant that contains the stream. */
  declare readonly tenant: pulumi.Output<string>;

  constructor(name: string, args: EventStreamArgs, opts?: pulumi.CustomResourceOptions) {
    super(EventStream, definitions.eventStream, name, args, opts);
  }
  /** Reads an existing object by its id, without managing it. */
  static get(
    name: string,
    id: pulumi.Input<pulumi.ID>,
    opts?: pulumi.CustomResourceOptions,
  ): EventStream {
    return new EventStream(name, {} as EventStreamArgs, { ...opts, id });
  }
}

/** Arguments of RateLimitPolicy. */
export interface RateLimitPolicyArgs {
  /** The API that the policy protects: `oauth_authentication_api`. A change replaces the policy. */
  resource: pulumi.Input<RateLimitResource>;

  /** The kind of consumer that the policy applies to: `client`. A change replaces the policy. */
  consumer: pulumi.Input<RateLimitConsumer>;

  /** The consumers that the policy applies to: `client_id:<client id>`, `client_id:<CIMD URI>`, `cimd_clients`, `third_party_clients`, or `default` (every consumer that no other policy selects). At most 255 characters. A change replaces the policy. */
  consumerSelector: pulumi.Input<string>;

  /** What the service does with requests, by `action`. Updated in place. */
  configuration: pulumi.Input<
    | AllowConfigurationArgs
    | BlockConfigurationArgs
    | LogConfigurationArgs
    | RedirectConfigurationArgs
  >;

  /** The arguments are an object, not an Output. Its properties may be Outputs. */
  apply?: undefined;
}

/** Limits the requests of a consumer to an API of the tenant. Early Access: a tenant without the feature returns the error `insufficient_entitlement`. The service uses the policy of the client id. If there is none, it uses the policy of the client's group; if there is none, `default`. */
export class RateLimitPolicy extends NativeResource {
  /** The API that the policy protects: `oauth_authentication_api`. A change replaces the policy. */
  declare readonly resource: pulumi.Output<RateLimitResource>;

  /** The kind of consumer that the policy applies to: `client`. A change replaces the policy. */
  declare readonly consumer: pulumi.Output<RateLimitConsumer>;

  /** The consumers that the policy applies to: `client_id:<client id>`, `client_id:<CIMD URI>`, `cimd_clients`, `third_party_clients`, or `default` (every consumer that no other policy selects). At most 255 characters. A change replaces the policy. */
  declare readonly consumerSelector: pulumi.Output<string>;

  /** What the service does with requests, by `action`. Updated in place. */
  declare readonly configuration: pulumi.Output<
    AllowConfiguration | BlockConfiguration | LogConfiguration | RedirectConfiguration
  >;

  /** The time when the policy was created, RFC 3339. */
  declare readonly createdAt: pulumi.Output<string | undefined>;

  /** The time of the last change of the policy, RFC 3339. */
  declare readonly updatedAt: pulumi.Output<string | undefined>;

  /** The domain of the tenant that contains the policy. */
  declare readonly tenant: pulumi.Output<string>;

  constructor(name: string, args: RateLimitPolicyArgs, opts?: pulumi.CustomResourceOptions) {
    super(RateLimitPolicy, definitions.rateLimitPolicy, name, args, opts);
  }
  /** Reads an existing object by its id, without managing it. */
  static get(
    name: string,
    id: pulumi.Input<pulumi.ID>,
    opts?: pulumi.CustomResourceOptions,
  ): RateLimitPolicy {
    return new RateLimitPolicy(name, {} as RateLimitPolicyArgs, { ...opts, id });
  }
}

/** Arguments of GuardianFcmv1Provider. */
export interface GuardianFcmv1ProviderArgs {
  /** The JSON object of a Firebase service account, as text: 1 to 10,000 characters, with `type` (`service_account`), `project_id`, `private_key` and `client_email`. Updated in place. Secret; the service never returns it. */
  serverCredentials: pulumi.Input<string>;

  /** The arguments are an object, not an Output. Its properties may be Outputs. */
  apply?: undefined;
}

/** The tenant's FCM v1 push credentials for multi-factor notifications. A tenant has one set: creating the resource overwrites it. Auth0 never returns the credentials, so drift cannot be detected. Deleting the resource clears them, and push notifications stop. To keep the credentials, set `retainOnDelete`. */
export class GuardianFcmv1Provider extends NativeResource {
  /** The JSON object of a Firebase service account, as text: 1 to 10,000 characters, with `type` (`service_account`), `project_id`, `private_key` and `client_email`. Updated in place. Secret; the service never returns it. */
  declare readonly serverCredentials: pulumi.Output<string>;

  /** The domain of the tenant that contains the credentials. */
  declare readonly tenant: pulumi.Output<string>;

  constructor(name: string, args: GuardianFcmv1ProviderArgs, opts?: pulumi.CustomResourceOptions) {
    super(GuardianFcmv1Provider, definitions.guardianFcmv1Provider, name, args, opts);
  }
}

/** Arguments of getDeliveries. */
export interface GetDeliveriesArgs {
  /** The id of the stream: 26 characters. */
  eventStreamId: string;

  /** Only deliveries with one of these statuses, such as `failed`: at least one, text without commas or spaces. Default: all. */
  statuses?: string[] | undefined;

  /** Only deliveries of these kinds of events: at least one. Default: all. */
  eventTypes?: EventKind[] | undefined;

  /** Start of the time range, inclusive: an RFC 3339 date-time such as `2026-01-31T00:00:00Z`. Sent in UTC, rounded down to whole seconds. Default: no start. */
  dateFrom?: string | Date | undefined;

  /** End of the time range, exclusive: an RFC 3339 date-time such as `2026-01-31T00:00:00Z`. Sent in UTC, rounded up to whole seconds, so that no delivery is missed. Default: no end. */
  dateTo?: string | Date | undefined;

  /** The `next` of an earlier result, unmodified: the listing continues after the last delivery of that result. Default: from the beginning. */
  from?: string | undefined;

  /** Deliveries per page, a whole number from 1 to 100. Default 50. */
  take?: number | undefined;

  /** Maximum number of deliveries, a whole number of at least 1. Default 1,000. */
  maxItems?: number | undefined;

  /** Whether to return the content of failed events, which is personal data. Default false. */
  includeEvent?: boolean | undefined;
}

/** Arguments of getDeliveriesOutput. */
export interface GetDeliveriesOutputArgs {
  /** The id of the stream: 26 characters. */
  eventStreamId: pulumi.Input<string>;

  /** Only deliveries with one of these statuses, such as `failed`: at least one, text without commas or spaces. Default: all. */
  statuses?: pulumi.Input<pulumi.Input<string>[] | undefined>;

  /** Only deliveries of these kinds of events: at least one. Default: all. */
  eventTypes?: pulumi.Input<pulumi.Input<EventKind>[] | undefined>;

  /** Start of the time range, inclusive: an RFC 3339 date-time such as `2026-01-31T00:00:00Z`. Sent in UTC, rounded down to whole seconds. Default: no start. */
  dateFrom?: pulumi.Input<string | Date | undefined>;

  /** End of the time range, exclusive: an RFC 3339 date-time such as `2026-01-31T00:00:00Z`. Sent in UTC, rounded up to whole seconds, so that no delivery is missed. Default: no end. */
  dateTo?: pulumi.Input<string | Date | undefined>;

  /** The `next` of an earlier result, unmodified: the listing continues after the last delivery of that result. Default: from the beginning. */
  from?: pulumi.Input<string | undefined>;

  /** Deliveries per page, a whole number from 1 to 100. Default 50. */
  take?: pulumi.Input<number | undefined>;

  /** Maximum number of deliveries, a whole number of at least 1. Default 1,000. */
  maxItems?: pulumi.Input<number | undefined>;

  /** Whether to return the content of failed events, which is personal data. Default false. */
  includeEvent?: pulumi.Input<boolean | undefined>;

  /** The arguments are an object, not an Output. Its properties may be Outputs. */
  apply?: undefined;
}

/** Result of getDeliveries. */
export interface GetDeliveriesResult {
  /** The deliveries, in the order of the service. */
  deliveries: Delivery[];

  /** The value of `from` that continues the listing: opaque text, valid for 24 hours. Present only if `maxItems` stopped the listing. */
  next?: string | undefined;
}

/** Arguments of getEventStream. */
export interface GetEventStreamArgs {
  /** The id of the event stream: 26 characters. Excludes `name`. */
  id?: string | undefined;

  /** The name of the stream: 1 to 128 characters. Required without `id`. */
  name?: string | undefined;
}

/** Arguments of getEventStreamOutput. */
export interface GetEventStreamOutputArgs {
  /** The id of the event stream: 26 characters. Excludes `name`. */
  id?: pulumi.Input<string | undefined>;

  /** The name of the stream: 1 to 128 characters. Required without `id`. */
  name?: pulumi.Input<string | undefined>;

  /** The arguments are an object, not an Output. Its properties may be Outputs. */
  apply?: undefined;
}

/** Result of getEventStream. */
export interface GetEventStreamResult {
  /** The id of the event stream. */
  id: string;

  /** The name of the stream: 1 to 128 characters. */
  name?: string | undefined;

  /** The kinds of events to forward: at least one, each once. */
  subscriptions?: FoundEventStreamSubscription[] | undefined;

  /** Where events are sent, by `type`. */
  destination: FoundWebhookDestination | FoundEventbridgeDestination | ActionDestination;

  /** Whether the stream forwards events: `enabled` or `disabled`. */
  status: string;

  /** The time when the stream was created, RFC 3339. */
  createdAt: string;

  /** The time of the last change of the stream, RFC 3339. */
  updatedAt: string;

  /** The partner event source that AWS assigned. Present only with an `eventbridge` destination. */
  awsPartnerEventSource?: string | undefined;

  /** The domain of the tenant that contains the stream. */
  tenant: string;
}

/** Result of getEventStreams. */
export interface GetEventStreamsResult {
  /** The event streams, the oldest first. */
  eventStreams: FoundEventStream[];
}

/** Arguments of getRateLimitPolicy. */
export interface GetRateLimitPolicyArgs {
  /** The id of the rate limit policy: at most 26 characters. Excludes `resource`, `consumer` and `consumerSelector`. */
  id?: string | undefined;

  /** The API that the policy protects: `oauth_authentication_api`. Required without `id`. */
  resource?: RateLimitResource | undefined;

  /** The kind of consumer that the policy applies to: `client`. Required without `id`. */
  consumer?: RateLimitConsumer | undefined;

  /** The consumers that the policy applies to: `client_id:<client id>`, `client_id:<CIMD URI>`, `cimd_clients`, `third_party_clients`, or `default` (every consumer that no other policy selects). Required without `id`. */
  consumerSelector?: string | undefined;
}

/** Arguments of getRateLimitPolicyOutput. */
export interface GetRateLimitPolicyOutputArgs {
  /** The id of the rate limit policy: at most 26 characters. Excludes `resource`, `consumer` and `consumerSelector`. */
  id?: pulumi.Input<string | undefined>;

  /** The API that the policy protects: `oauth_authentication_api`. Required without `id`. */
  resource?: pulumi.Input<RateLimitResource | undefined>;

  /** The kind of consumer that the policy applies to: `client`. Required without `id`. */
  consumer?: pulumi.Input<RateLimitConsumer | undefined>;

  /** The consumers that the policy applies to: `client_id:<client id>`, `client_id:<CIMD URI>`, `cimd_clients`, `third_party_clients`, or `default` (every consumer that no other policy selects). Required without `id`. */
  consumerSelector?: pulumi.Input<string | undefined>;

  /** The arguments are an object, not an Output. Its properties may be Outputs. */
  apply?: undefined;
}

/** Result of getRateLimitPolicy. */
export interface GetRateLimitPolicyResult {
  /** The id of the rate limit policy. */
  id: string;

  /** The API that the policy protects: `oauth_authentication_api`. */
  resource: string;

  /** The kind of consumer that the policy applies to: `client`. */
  consumer: string;

  /** The consumers that the policy applies to: `client_id:<client id>`, `client_id:<CIMD URI>`, `cimd_clients`, `third_party_clients`, or `default` (every consumer that no other policy selects). */
  consumerSelector: string;

  /** What the service does with requests, by `action`. */
  configuration: AllowConfiguration | BlockConfiguration | LogConfiguration | RedirectConfiguration;

  /** The time when the policy was created, RFC 3339. */
  createdAt?: string | undefined;

  /** The time of the last change of the policy, RFC 3339. */
  updatedAt?: string | undefined;

  /** The domain of the tenant that contains the policy. */
  tenant: string;
}

/** Arguments of getRateLimitPolicies. */
export interface GetRateLimitPoliciesArgs {
  /** Only policies that protect this API: `oauth_authentication_api`. Default: all. */
  resource?: RateLimitResource | undefined;

  /** Only policies for this kind of consumer: `client`. Default: all. */
  consumer?: RateLimitConsumer | undefined;

  /** Only policies with this selector, such as `third_party_clients`. At most 255 characters. Default: all. */
  consumerSelector?: string | undefined;
}

/** Arguments of getRateLimitPoliciesOutput. */
export interface GetRateLimitPoliciesOutputArgs {
  /** Only policies that protect this API: `oauth_authentication_api`. Default: all. */
  resource?: pulumi.Input<RateLimitResource | undefined>;

  /** Only policies for this kind of consumer: `client`. Default: all. */
  consumer?: pulumi.Input<RateLimitConsumer | undefined>;

  /** Only policies with this selector, such as `third_party_clients`. At most 255 characters. Default: all. */
  consumerSelector?: pulumi.Input<string | undefined>;

  /** The arguments are an object, not an Output. Its properties may be Outputs. */
  apply?: undefined;
}

/** Result of getRateLimitPolicies. */
export interface GetRateLimitPoliciesResult {
  /** The rate limit policies, the oldest first. */
  rateLimitPolicies: FoundRateLimitPolicy[];
}

/** A tenant that is configured explicitly, for the resource option `provider`. Its inputs are the configuration variables. With any input, it does not read the environment variables `AUTH0_*`. Without inputs, it reads them like the default provider, and the resource option `envVarMappings` can name other variables for them. */
export interface ProviderArgs {
  /** Host name of the tenant, such as `example.eu.auth0.com`. A scheme and a trailing slash are removed, upper case becomes lower case, a port is kept. `http://` is allowed for loopback hosts only. Takes precedence over the environment variable. */
  domain?: pulumi.Input<string | undefined>;

  /** Client id of the machine-to-machine application that the provider authenticates as. */
  clientId?: pulumi.Input<string | undefined>;

  /** Client secret of the application. Used if neither `apiToken` nor `clientAssertionPrivateKey` is set. */
  clientSecret?: pulumi.Input<string | undefined>;

  /** Private key that signs client assertions (private-key JWT): the PEM text, or the path of a PEM file, relative to the program's folder. Takes precedence over `clientSecret`. */
  clientAssertionPrivateKey?: pulumi.Input<string | undefined>;

  /** Signature algorithm of client assertions: `RS256`, `RS384` or `PS256`. Default `RS256`. */
  clientAssertionSigningAlg?: pulumi.Input<"RS256" | "RS384" | "PS256" | undefined>;

  /** Access token of the Management API. Takes precedence over every other credential. The provider cannot renew it when it expires. */
  apiToken?: pulumi.Input<string | undefined>;

  /** Audience of the access token. Default `https://<domain>/api/v2/`. If `domain` is a custom domain, set the audience: it always contains the tenant's canonical domain. */
  audience?: pulumi.Input<string | undefined>;

  /** Host name of the tenant before it was renamed. Objects whose state contains this name are accepted as objects of the tenant. After an `up`, the next refresh writes the new name to the state. */
  formerDomain?: pulumi.Input<string | undefined>;

  /** Beginning of the `X-Correlation-ID` of every request that can change the tenant; a UUID follows. The tenant's log has the id. 1 to 28 characters: letters, digits and `_.*~@+/:-`. Default `pulumi-`. */
  correlationIdPrefix?: pulumi.Input<string | undefined>;

  /** What happens to a kind of event, an AWS region, or a policy's `resource` or `consumer` that this version does not know. With `reject`, the preview fails. With `warn`, the value is sent, and a warning that begins with `[unknown-value]` names the most similar known one. Default `reject`. */
  unknownValues?: pulumi.Input<"reject" | "warn" | undefined>;

  /** Maximum number of concurrent requests to the tenant, a whole number from 1 to 100. Default: only Pulumi's option `--parallel` and the limit that the tenant reports in its `X-RateLimit` headers. */
  maxConcurrency?: pulumi.Input<number | undefined>;

  /** Maximum number of requests that this process starts per second, from 0.1 to 1,000, fractions allowed. Default: only the limit that the tenant reports in its `X-RateLimit` headers. Set it to leave capacity for other clients of the tenant. */
  requestsPerSecond?: pulumi.Input<number | undefined>;

  /** Maximum number of retries of a request after a 429 response, a failure of the service or a lost connection, a whole number from 0 to 100. No retry starts later than 5 minutes after the first attempt. Default 10. */
  maxRetries?: pulumi.Input<number | undefined>;

  /** Timeout of one request in seconds, up to the last byte of the response, from 1 to 600, fractions allowed. Default 60. */
  timeout?: pulumi.Input<number | undefined>;

  /** Prefix of the environment variables from which this tenant's settings are read in every run: with the prefix `EU_`, the client id is read from `EU_AUTH0_CLIENT_ID`, and so on. The state then contains no secret of the provider. Letters, digits and `_`, not beginning with a digit. Default: no environment variable is read, if the provider has any input. */
  environmentPrefix?: pulumi.Input<string | undefined>;

  /** The arguments are an object, not an Output. Its properties may be Outputs. */
  apply?: undefined;
}

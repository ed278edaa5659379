// Generated from schema.json by `npm run generate`; do not edit.

import type * as pulumi from "@pulumi/pulumi";
import * as definitions from "../provider/resources";
import { currentAdapter, isOfType } from "./adapter";
import { NativeResource } from "./nativeResource";

/** A kind of tenant event. [Event types](https://auth0.com/docs/customize/events/event-types) shows the payload of each. */
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

/** Sends events to a webhook in POST requests. */
export interface WebhookDestination {
  /** Always `webhook`. Changing the type replaces the stream. */
  type: "webhook";

  /** The URL that receives events, and the credentials that Auth0 sends to it. Updated in place. An update always sends the complete destination, including the secret. */
  configuration: WebhookConfiguration;
}

/** Sends events to a webhook in POST requests. */
export interface WebhookDestinationArgs {
  /** Always `webhook`. Changing the type replaces the stream. */
  type: "webhook";

  /** The URL that receives events, and the credentials that Auth0 sends to it. Updated in place. An update always sends the complete destination, including the secret. */
  configuration: pulumi.Input<WebhookConfigurationArgs>;
}

/** A webhook's URL, and the credentials that Auth0 sends to it. */
export interface WebhookConfiguration {
  /** The URL that receives events. It must start with `https://` (lowercase), because requests to it include a secret. Updated in place. */
  webhookEndpoint: string;

  /** How Auth0 authenticates to the webhook. `method` determines the other properties. Updated in place. Auth0 never returns the secret, so the provider can't detect that it was changed outside Pulumi. */
  webhookAuthorization: BasicAuthorization | BearerAuthorization | CustomHeaderAuthorization;
}

/** A webhook's URL, and the credentials that Auth0 sends to it. */
export interface WebhookConfigurationArgs {
  /** The URL that receives events. It must start with `https://` (lowercase), because requests to it include a secret. Updated in place. */
  webhookEndpoint: pulumi.Input<string>;

  /** How Auth0 authenticates to the webhook. `method` determines the other properties. Updated in place. Auth0 never returns the secret, so the provider can't detect that it was changed outside Pulumi. */
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

  /** The username: 1 to 128 characters, without a colon. */
  username: string;

  /** The password. Must not be empty. Secret. Auth0 never returns it. */
  password: string;
}

/** HTTP basic authentication. */
export interface BasicAuthorizationArgs {
  /** Always `basic`. */
  method: "basic";

  /** The username: 1 to 128 characters, without a colon. */
  username: pulumi.Input<string>;

  /** The password. Must not be empty. Secret. Auth0 never returns it. */
  password: pulumi.Input<string>;

  headerKey?: undefined;
  headerValue?: undefined;
  token?: undefined;
}

/** A bearer token in the `Authorization` header. */
export interface BearerAuthorization {
  /** Always `bearer`. */
  method: "bearer";

  /** The token. Must not be empty. Secret. Auth0 never returns it. */
  token: string;
}

/** A bearer token in the `Authorization` header. */
export interface BearerAuthorizationArgs {
  /** Always `bearer`. */
  method: "bearer";

  /** The token. Must not be empty. Secret. Auth0 never returns it. */
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

  /** The name of the header: ASCII letters, digits, `-`, and other characters that HTTP allows. Spaces and colons aren't allowed. */
  headerKey: string;

  /** The value of the header. Must not be empty. Secret. Auth0 never returns it. */
  headerValue: string;
}

/** A custom header. */
export interface CustomHeaderAuthorizationArgs {
  /** Always `custom_header`. */
  method: "custom_header";

  /** The name of the header: ASCII letters, digits, `-`, and other characters that HTTP allows. Spaces and colons aren't allowed. */
  headerKey: pulumi.Input<string>;

  /** The value of the header. Must not be empty. Secret. Auth0 never returns it. */
  headerValue: pulumi.Input<string>;

  password?: undefined;
  token?: undefined;
  username?: undefined;
}

/** Sends events to Amazon EventBridge. */
export interface EventbridgeDestination {
  /** Always `eventbridge`. Changing the type replaces the stream. */
  type: "eventbridge";

  /** The AWS account and region. Auth0 can't update them, so any change replaces the stream. */
  configuration: EventbridgeConfiguration;
}

/** Sends events to Amazon EventBridge. */
export interface EventbridgeDestinationArgs {
  /** Always `eventbridge`. Changing the type replaces the stream. */
  type: "eventbridge";

  /** The AWS account and region. Auth0 can't update them, so any change replaces the stream. */
  configuration: pulumi.Input<EventbridgeConfigurationArgs>;
}

/** An AWS account and region. AWS assigns a partner event source, which the stream returns as the output `awsPartnerEventSource`. */
export interface EventbridgeConfiguration {
  /** The AWS account ID: a string of 12 digits. Any change replaces the stream. */
  awsAccountId: string;

  /** The AWS region, such as `eu-central-1`. Any change replaces the stream. */
  awsRegion: AwsRegion;
}

/** An AWS account and region. AWS assigns a partner event source, which the stream returns as the output `awsPartnerEventSource`. */
export interface EventbridgeConfigurationArgs {
  /** The AWS account ID: a string of 12 digits. Any change replaces the stream. */
  awsAccountId: pulumi.Input<string>;

  /** The AWS region, such as `eu-central-1`. Any change replaces the stream. */
  awsRegion: pulumi.Input<AwsRegion>;

  actionId?: undefined;
  webhookAuthorization?: undefined;
  webhookEndpoint?: undefined;
}

/** An AWS region that Auth0 can send events to. */
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

/** Runs an Auth0 Action for each event. */
export interface ActionDestination {
  /** Always `action`. Changing the type replaces the stream. */
  type: "action";

  /** The Action. Any change replaces the stream. */
  configuration: ActionConfiguration;
}

/** Runs an Auth0 Action for each event. */
export interface ActionDestinationArgs {
  /** Always `action`. Changing the type replaces the stream. */
  type: "action";

  /** The Action. Any change replaces the stream. */
  configuration: pulumi.Input<ActionConfigurationArgs>;
}

/** The Action that handles events. */
export interface ActionConfiguration {
  /** The ID of a deployed Action. Must not be empty. Any change replaces the stream. */
  actionId: string;
}

/** The Action that handles events. */
export interface ActionConfigurationArgs {
  /** The ID of a deployed Action. Must not be empty. Any change replaces the stream. */
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

/** Doesn't limit requests. */
export interface AllowConfiguration {
  /** Always `allow`. */
  action: "allow";
}

/** Doesn't limit requests. */
export interface AllowConfigurationArgs {
  /** Always `allow`. */
  action: "allow";

  limit?: undefined;
  redirectUri?: undefined;
}

/** Rejects requests over the limit. */
export interface BlockConfiguration {
  /** Always `block`. */
  action: "block";

  /** The number of requests per second that Auth0 allows before it rejects more, a whole number from 0 to 10,000. A limit of 0 blocks the consumer. For `default`, it also blocks the provider's own requests for access tokens. */
  limit: number;
}

/** Rejects requests over the limit. */
export interface BlockConfigurationArgs {
  /** Always `block`. */
  action: "block";

  /** The number of requests per second that Auth0 allows before it rejects more, a whole number from 0 to 10,000. A limit of 0 blocks the consumer. For `default`, it also blocks the provider's own requests for access tokens. */
  limit: pulumi.Input<number>;

  redirectUri?: undefined;
}

/** Allows requests over the limit and adds entries of type `api_limit` to the tenant's log. */
export interface LogConfiguration {
  /** Always `log`. */
  action: "log";

  /** The number of requests per second that Auth0 allows before it logs more, a whole number from 0 to 10,000. */
  limit: number;
}

/** Allows requests over the limit and adds entries of type `api_limit` to the tenant's log. */
export interface LogConfigurationArgs {
  /** Always `log`. */
  action: "log";

  /** The number of requests per second that Auth0 allows before it logs more, a whole number from 0 to 10,000. */
  limit: pulumi.Input<number>;

  redirectUri?: undefined;
}

/** Redirects requests over the limit. */
export interface RedirectConfiguration {
  /** Always `redirect`. */
  action: "redirect";

  /** The number of requests per second that Auth0 allows before it redirects more, a whole number from 0 to 10,000. */
  limit: number;

  /** The `https://` URL for the requests that Auth0 redirects. */
  redirectUri: string;
}

/** Redirects requests over the limit. */
export interface RedirectConfigurationArgs {
  /** Always `redirect`. */
  action: "redirect";

  /** The number of requests per second that Auth0 allows before it redirects more, a whole number from 0 to 10,000. */
  limit: pulumi.Input<number>;

  /** The `https://` URL for the requests that Auth0 redirects. */
  redirectUri: pulumi.Input<string>;
}

/** The required properties of a Firebase service account's JSON object. Other properties are allowed. */
export interface ServiceAccount {
  /** Always `service_account`. */
  type: "service_account";

  /** The Firebase project. Must not be empty. */
  project_id: string;

  /** The private key as PEM text. Must not be empty. */
  private_key: string;

  /** The email address of the service account. Must not be empty. */
  client_email: string;
}

/** One event and the attempts to deliver it. */
export interface Delivery {
  /** The ID of the delivery. */
  id: string;

  /** The ID of the stream: 26 characters. */
  eventStreamId: string;

  /** The status of the delivery, such as `failed`. It can be any text, because Auth0 documents only some of the values. */
  status: string;

  /** The kind of event, such as `user.created`. */
  eventType: string;

  /** The results of the attempts so far, in the order Auth0 returns them. */
  attempts: DeliveryAttempt[];

  /** The content of the event, which is personal data. Returned only if you set `includeEvent` and the delivery failed. */
  event?: DeliveryEvent | undefined;
}

/** One attempt to deliver an event. */
export interface DeliveryAttempt {
  /** The result of the attempt, such as `failed`. */
  status: string;

  /** The time of the attempt (RFC 3339). */
  timestamp: string;

  /** Why the attempt failed. */
  errorMessage?: string | undefined;

  /** The duration of the attempt in milliseconds. */
  duration?: number | undefined;
}

/** A CloudEvents envelope. */
export interface DeliveryEvent {
  /** The ID of the event. */
  id: string;

  /** The source of the event. */
  source: string;

  /** The CloudEvents version. */
  specversion: string;

  /** The kind of event. */
  type: string;

  /** The time of the event (RFC 3339). */
  time: string;

  /** The data of the event. Auth0's API documentation calls it text, but in practice it's an object. */
  data?: unknown | undefined;
}

/** A kind of event that a stream forwards. */
export interface FoundEventStreamSubscription {
  /** The kind of event, such as `user.created`. */
  eventType: string;
}

/** Sends events to a webhook in POST requests. */
export interface FoundWebhookDestination {
  /** Always `webhook`. */
  type: "webhook";

  /** The URL that receives events, and the credentials that Auth0 sends to it. */
  configuration: FoundWebhookConfiguration;
}

/** A webhook's URL, and the credentials that Auth0 sends to it. */
export interface FoundWebhookConfiguration {
  /** The URL that receives events. */
  webhookEndpoint: string;

  /** How Auth0 authenticates to the webhook. */
  webhookAuthorization:
    | FoundBasicAuthorization
    | FoundBearerAuthorization
    | FoundCustomHeaderAuthorization;
}

/** HTTP basic authentication. Auth0 never returns `password`. */
export interface FoundBasicAuthorization {
  /** Always `basic`. */
  method: "basic";

  /** The username: 1 to 128 characters, without a colon. */
  username: string;
}

/** A bearer token in the `Authorization` header. Auth0 never returns `token`. */
export interface FoundBearerAuthorization {
  /** Always `bearer`. */
  method: "bearer";
}

/** A custom header. Auth0 never returns `headerValue`. */
export interface FoundCustomHeaderAuthorization {
  /** Always `custom_header`. */
  method: "custom_header";

  /** The name of the header: ASCII letters, digits, `-`, and other characters that HTTP allows. */
  headerKey: string;
}

/** Sends events to Amazon EventBridge. */
export interface FoundEventbridgeDestination {
  /** Always `eventbridge`. */
  type: "eventbridge";

  /** The AWS account and region. */
  configuration: FoundEventbridgeConfiguration;
}

/** An AWS account and region. */
export interface FoundEventbridgeConfiguration {
  /** The AWS account ID: a string of 12 digits. */
  awsAccountId: string;

  /** The AWS region, such as `eu-central-1`. */
  awsRegion: string;
}

/** The properties that Auth0 returns for an event stream. */
export interface FoundEventStream {
  /** The ID of the event stream. */
  id: string;

  /** The name of the stream: 1 to 128 characters. */
  name?: string | undefined;

  /** The kinds of events to forward: at least one, without duplicates, in any order. */
  subscriptions?: FoundEventStreamSubscription[] | undefined;

  /** Where Auth0 sends events. */
  destination: FoundWebhookDestination | FoundEventbridgeDestination | ActionDestination;

  /** Whether the stream forwards events: `enabled` or `disabled`. */
  status: string;

  /** When the stream was created (RFC 3339). */
  createdAt: string;

  /** When the stream was last changed (RFC 3339). */
  updatedAt: string;

  /** The partner event source that AWS assigned. Set only for an `eventbridge` destination. */
  awsPartnerEventSource?: string | undefined;

  /** The domain of the tenant that contains the stream. */
  tenant: string;
}

/** The properties that Auth0 returns for a rate-limit policy. */
export interface FoundRateLimitPolicy {
  /** The ID of the rate-limit policy. */
  id: string;

  /** The API that the policy protects: `oauth_authentication_api`. */
  resource: string;

  /** The kind of consumer that the policy applies to: `client`. */
  consumer: string;

  /** The consumers that the policy applies to: `client_id:<client ID>`, `client_id:<CIMD URI>`, `cimd_clients`, `third_party_clients`, or `default` (every consumer that no other policy selects). */
  consumerSelector: string;

  /** What Auth0 does with requests. */
  configuration: AllowConfiguration | BlockConfiguration | LogConfiguration | RedirectConfiguration;

  /** When the policy was created (RFC 3339). */
  createdAt?: string | undefined;

  /** When the policy was last changed (RFC 3339). */
  updatedAt?: string | undefined;

  /** The domain of the tenant that contains the policy. */
  tenant: string;
}

/** Arguments of EventStream. */
export interface EventStreamArgs {
  /** The name of the stream: 1 to 128 characters. Updated in place. If your program omits the name, the stream keeps its current name until it is replaced. */
  name?: pulumi.Input<string | undefined>;

  /** The kinds of events to forward: at least one, without duplicates, in any order. Updated in place. If your program omits them, the stream keeps its current subscriptions until it is replaced. */
  subscriptions?: pulumi.Input<pulumi.Input<EventStreamSubscriptionArgs>[] | undefined>;

  /** Where Auth0 sends events. `type` determines the other properties. A webhook is updated in place. Changing `type`, or anything in an `eventbridge` or `action` destination, replaces the stream. */
  destination: pulumi.Input<
    WebhookDestinationArgs | EventbridgeDestinationArgs | ActionDestinationArgs
  >;

  /** Whether the stream forwards events: `enabled` or `disabled`. Default: `enabled`. If you remove `status` from your program, the next `pulumi up` enables the stream. Updated in place. */
  status?: pulumi.Input<EventStreamStatus | undefined>;

  /** The arguments are an object, not an Output. Its properties may be Outputs. */
  apply?: undefined;
}

/** Forwards tenant events to a webhook, to Amazon EventBridge, or to an Action. Stream names are unique within a tenant, so replacing a stream without renaming it deletes the old one first. Events raised before the new stream exists aren't delivered. Every replacement discards the old stream's failed deliveries. */
export class EventStream extends NativeResource {
  /** The name of the stream: 1 to 128 characters. Updated in place. If your program omits the name, the stream keeps its current name until it is replaced. */
  declare readonly name: pulumi.Output<string | undefined>;

  /** The kinds of events to forward: at least one, without duplicates, in any order. Updated in place. If your program omits them, the stream keeps its current subscriptions until it is replaced. */
  declare readonly subscriptions: pulumi.Output<EventStreamSubscription[] | undefined>;

  /** Where Auth0 sends events. `type` determines the other properties. A webhook is updated in place. Changing `type`, or anything in an `eventbridge` or `action` destination, replaces the stream. */
  declare readonly destination: pulumi.Output<
    WebhookDestination | EventbridgeDestination | ActionDestination
  >;

  /** Whether the stream forwards events: `enabled` or `disabled`. Default: `enabled`. If you remove `status` from your program, the next `pulumi up` enables the stream. Updated in place. */
  declare readonly status: pulumi.Output<EventStreamStatus>;

  /** When the stream was created (RFC 3339). */
  declare readonly createdAt: pulumi.Output<string>;

  /** When the stream was last changed (RFC 3339). */
  declare readonly updatedAt: pulumi.Output<string>;

  /** The partner event source that AWS assigned. Set only for an `eventbridge` destination. */
  declare readonly awsPartnerEventSource: pulumi.Output<string | undefined>;

  /** The domain of the tenant that contains the stream. */
  declare readonly tenant: pulumi.Output<string>;

  /** The engine's type of the resource, by which policies select it. */
  static get __pulumiType(): string {
    return currentAdapter().typeToken("EventStream");
  }

  /** Whether a value is a resource of this class, also if another copy of the package has made it. */
  static override isInstance(value: unknown): value is EventStream {
    return isOfType(value, EventStream.__pulumiType);
  }

  constructor(name: string, args: EventStreamArgs, opts?: pulumi.CustomResourceOptions) {
    super(definitions.eventStream, name, args, opts);
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
  /** The API that the policy protects: `oauth_authentication_api`. Any change replaces the policy. */
  resource: pulumi.Input<RateLimitResource>;

  /** The kind of consumer that the policy applies to: `client`. Any change replaces the policy. */
  consumer: pulumi.Input<RateLimitConsumer>;

  /** The consumers that the policy applies to: `client_id:<client ID>`, `client_id:<CIMD URI>`, `cimd_clients`, `third_party_clients`, or `default` (every consumer that no other policy selects). All clients in `cimd_clients` share one limit, and so do all clients in `third_party_clients`. With `default`, each client has its own limit. At most 255 characters. Any change replaces the policy. */
  consumerSelector: pulumi.Input<string>;

  /** What Auth0 does with requests. `action` determines the other properties. Updated in place. */
  configuration: pulumi.Input<
    | AllowConfigurationArgs
    | BlockConfigurationArgs
    | LogConfigurationArgs
    | RedirectConfigurationArgs
  >;

  /** The arguments are an object, not an Output. Its properties may be Outputs. */
  apply?: undefined;
}

/** Limits the requests that a consumer sends to an API of the tenant. The feature is in Early Access, and a tenant without it returns the error `insufficient_entitlement`. Auth0 applies one policy to each client: the one for its client ID, or else the one for its group, or else `default`. */
export class RateLimitPolicy extends NativeResource {
  /** The API that the policy protects: `oauth_authentication_api`. Any change replaces the policy. */
  declare readonly resource: pulumi.Output<RateLimitResource>;

  /** The kind of consumer that the policy applies to: `client`. Any change replaces the policy. */
  declare readonly consumer: pulumi.Output<RateLimitConsumer>;

  /** The consumers that the policy applies to: `client_id:<client ID>`, `client_id:<CIMD URI>`, `cimd_clients`, `third_party_clients`, or `default` (every consumer that no other policy selects). All clients in `cimd_clients` share one limit, and so do all clients in `third_party_clients`. With `default`, each client has its own limit. At most 255 characters. Any change replaces the policy. */
  declare readonly consumerSelector: pulumi.Output<string>;

  /** What Auth0 does with requests. `action` determines the other properties. Updated in place. */
  declare readonly configuration: pulumi.Output<
    AllowConfiguration | BlockConfiguration | LogConfiguration | RedirectConfiguration
  >;

  /** When the policy was created (RFC 3339). */
  declare readonly createdAt: pulumi.Output<string | undefined>;

  /** When the policy was last changed (RFC 3339). */
  declare readonly updatedAt: pulumi.Output<string | undefined>;

  /** The domain of the tenant that contains the policy. */
  declare readonly tenant: pulumi.Output<string>;

  /** The engine's type of the resource, by which policies select it. */
  static get __pulumiType(): string {
    return currentAdapter().typeToken("RateLimitPolicy");
  }

  /** Whether a value is a resource of this class, also if another copy of the package has made it. */
  static override isInstance(value: unknown): value is RateLimitPolicy {
    return isOfType(value, RateLimitPolicy.__pulumiType);
  }

  constructor(name: string, args: RateLimitPolicyArgs, opts?: pulumi.CustomResourceOptions) {
    super(definitions.rateLimitPolicy, name, args, opts);
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
  /** The JSON object of a Firebase service account, as text of 1 to 10,000 characters. It must contain `type` (`service_account`), `project_id`, `private_key`, and `client_email`. Updated in place. Secret. Auth0 never returns it. */
  serverCredentials: pulumi.Input<string>;

  /** The arguments are an object, not an Output. Its properties may be Outputs. */
  apply?: undefined;
}

/** Manages the tenant's FCM v1 push credentials for multi-factor notifications. Each tenant has one set, so creating the resource overwrites it. Auth0 never returns the credentials, so the provider can't detect drift. Deleting the resource clears them, and push notifications stop. To keep the credentials, set `retainOnDelete`. */
export class GuardianFcmv1Provider extends NativeResource {
  /** The JSON object of a Firebase service account, as text of 1 to 10,000 characters. It must contain `type` (`service_account`), `project_id`, `private_key`, and `client_email`. Updated in place. Secret. Auth0 never returns it. */
  declare readonly serverCredentials: pulumi.Output<string>;

  /** The domain of the tenant that contains the credentials. */
  declare readonly tenant: pulumi.Output<string>;

  /** The engine's type of the resource, by which policies select it. */
  static get __pulumiType(): string {
    return currentAdapter().typeToken("GuardianFcmv1Provider");
  }

  /** Whether a value is a resource of this class, also if another copy of the package has made it. */
  static override isInstance(value: unknown): value is GuardianFcmv1Provider {
    return isOfType(value, GuardianFcmv1Provider.__pulumiType);
  }

  constructor(name: string, args: GuardianFcmv1ProviderArgs, opts?: pulumi.CustomResourceOptions) {
    super(definitions.guardianFcmv1Provider, name, args, opts);
  }
}

/** Arguments of getDeliveries. */
export interface GetDeliveriesArgs {
  /** The ID of the stream: 26 characters. */
  eventStreamId: string;

  /** Lists only deliveries with one of these statuses, such as `failed`. Pass at least one status. Default: all. */
  statuses?: string[] | undefined;

  /** Lists only deliveries of these kinds of events. Pass at least one kind. Default: all. */
  eventTypes?: EventKind[] | undefined;

  /** The start of the time range (inclusive), an RFC 3339 date-time such as `2026-01-31T00:00:00Z`. The provider sends it in UTC, rounded down to whole seconds. Default: no lower limit. */
  dateFrom?: string | Date | undefined;

  /** The end of the time range (exclusive), in the same form as `dateFrom`. The provider rounds it up to whole seconds, so that no delivery is missed. Default: no upper limit. */
  dateTo?: string | Date | undefined;

  /** The unmodified `next` value of an earlier result. The listing continues after the last delivery of that result. Default: start from the beginning. */
  from?: string | undefined;

  /** The number of deliveries per page, a whole number from 1 to 100. Default: 50. */
  take?: number | undefined;

  /** The maximum number of deliveries, a whole number of at least 1. Default: 1,000. */
  maxItems?: number | undefined;

  /** Whether to return the content of failed events, which is personal data. Default: false. */
  includeEvent?: boolean | undefined;
}

/** Arguments of getDeliveriesOutput. */
export interface GetDeliveriesOutputArgs {
  /** The ID of the stream: 26 characters. */
  eventStreamId: pulumi.Input<string>;

  /** Lists only deliveries with one of these statuses, such as `failed`. Pass at least one status. Default: all. */
  statuses?: pulumi.Input<pulumi.Input<string>[] | undefined>;

  /** Lists only deliveries of these kinds of events. Pass at least one kind. Default: all. */
  eventTypes?: pulumi.Input<pulumi.Input<EventKind>[] | undefined>;

  /** The start of the time range (inclusive), an RFC 3339 date-time such as `2026-01-31T00:00:00Z`. The provider sends it in UTC, rounded down to whole seconds. Default: no lower limit. */
  dateFrom?: pulumi.Input<string | Date | undefined>;

  /** The end of the time range (exclusive), in the same form as `dateFrom`. The provider rounds it up to whole seconds, so that no delivery is missed. Default: no upper limit. */
  dateTo?: pulumi.Input<string | Date | undefined>;

  /** The unmodified `next` value of an earlier result. The listing continues after the last delivery of that result. Default: start from the beginning. */
  from?: pulumi.Input<string | undefined>;

  /** The number of deliveries per page, a whole number from 1 to 100. Default: 50. */
  take?: pulumi.Input<number | undefined>;

  /** The maximum number of deliveries, a whole number of at least 1. Default: 1,000. */
  maxItems?: pulumi.Input<number | undefined>;

  /** Whether to return the content of failed events, which is personal data. Default: false. */
  includeEvent?: pulumi.Input<boolean | undefined>;

  /** The arguments are an object, not an Output. Its properties may be Outputs. */
  apply?: undefined;
}

/** Result of getDeliveries. */
export interface GetDeliveriesResult {
  /** The deliveries. */
  deliveries: Delivery[];

  /** The opaque value to pass as `from` to continue the listing. It's valid for 24 hours. Set only if `maxItems` stopped the listing. */
  next?: string | undefined;
}

/** Arguments of getEventStream. */
export interface GetEventStreamArgs {
  /** The ID of the event stream: 26 characters. Don't combine it with `name`. */
  id?: string | undefined;

  /** The name of the stream: 1 to 128 characters. Required without `id`. */
  name?: string | undefined;
}

/** Arguments of getEventStreamOutput. */
export interface GetEventStreamOutputArgs {
  /** The ID of the event stream: 26 characters. Don't combine it with `name`. */
  id?: pulumi.Input<string | undefined>;

  /** The name of the stream: 1 to 128 characters. Required without `id`. */
  name?: pulumi.Input<string | undefined>;

  /** The arguments are an object, not an Output. Its properties may be Outputs. */
  apply?: undefined;
}

/** Result of getEventStream. */
export interface GetEventStreamResult {
  /** The ID of the event stream. */
  id: string;

  /** The name of the stream: 1 to 128 characters. */
  name?: string | undefined;

  /** The kinds of events to forward: at least one, without duplicates, in any order. */
  subscriptions?: FoundEventStreamSubscription[] | undefined;

  /** Where Auth0 sends events. */
  destination: FoundWebhookDestination | FoundEventbridgeDestination | ActionDestination;

  /** Whether the stream forwards events: `enabled` or `disabled`. */
  status: string;

  /** When the stream was created (RFC 3339). */
  createdAt: string;

  /** When the stream was last changed (RFC 3339). */
  updatedAt: string;

  /** The partner event source that AWS assigned. Set only for an `eventbridge` destination. */
  awsPartnerEventSource?: string | undefined;

  /** The domain of the tenant that contains the stream. */
  tenant: string;
}

/** Result of getEventStreams. */
export interface GetEventStreamsResult {
  /** The event streams, oldest first. */
  eventStreams: FoundEventStream[];
}

/** Arguments of getRateLimitPolicy. */
export interface GetRateLimitPolicyArgs {
  /** The ID of the rate-limit policy: at most 26 characters. Don't combine it with `resource`, `consumer`, or `consumerSelector`. */
  id?: string | undefined;

  /** The API that the policy protects: `oauth_authentication_api`. Required without `id`. */
  resource?: RateLimitResource | undefined;

  /** The kind of consumer that the policy applies to: `client`. Required without `id`. */
  consumer?: RateLimitConsumer | undefined;

  /** The consumers that the policy applies to: `client_id:<client ID>`, `client_id:<CIMD URI>`, `cimd_clients`, `third_party_clients`, or `default` (every consumer that no other policy selects). Required without `id`. */
  consumerSelector?: string | undefined;
}

/** Arguments of getRateLimitPolicyOutput. */
export interface GetRateLimitPolicyOutputArgs {
  /** The ID of the rate-limit policy: at most 26 characters. Don't combine it with `resource`, `consumer`, or `consumerSelector`. */
  id?: pulumi.Input<string | undefined>;

  /** The API that the policy protects: `oauth_authentication_api`. Required without `id`. */
  resource?: pulumi.Input<RateLimitResource | undefined>;

  /** The kind of consumer that the policy applies to: `client`. Required without `id`. */
  consumer?: pulumi.Input<RateLimitConsumer | undefined>;

  /** The consumers that the policy applies to: `client_id:<client ID>`, `client_id:<CIMD URI>`, `cimd_clients`, `third_party_clients`, or `default` (every consumer that no other policy selects). Required without `id`. */
  consumerSelector?: pulumi.Input<string | undefined>;

  /** The arguments are an object, not an Output. Its properties may be Outputs. */
  apply?: undefined;
}

/** Result of getRateLimitPolicy. */
export interface GetRateLimitPolicyResult {
  /** The ID of the rate-limit policy. */
  id: string;

  /** The API that the policy protects: `oauth_authentication_api`. */
  resource: string;

  /** The kind of consumer that the policy applies to: `client`. */
  consumer: string;

  /** The consumers that the policy applies to: `client_id:<client ID>`, `client_id:<CIMD URI>`, `cimd_clients`, `third_party_clients`, or `default` (every consumer that no other policy selects). */
  consumerSelector: string;

  /** What Auth0 does with requests. */
  configuration: AllowConfiguration | BlockConfiguration | LogConfiguration | RedirectConfiguration;

  /** When the policy was created (RFC 3339). */
  createdAt?: string | undefined;

  /** When the policy was last changed (RFC 3339). */
  updatedAt?: string | undefined;

  /** The domain of the tenant that contains the policy. */
  tenant: string;
}

/** Arguments of getRateLimitPolicies. */
export interface GetRateLimitPoliciesArgs {
  /** Lists only policies that protect this API: `oauth_authentication_api`. Default: all. */
  resource?: RateLimitResource | undefined;

  /** Lists only policies for this kind of consumer: `client`. Default: all. */
  consumer?: RateLimitConsumer | undefined;

  /** Lists only policies with this selector, such as `third_party_clients`. At most 255 characters. Default: all. */
  consumerSelector?: string | undefined;
}

/** Arguments of getRateLimitPoliciesOutput. */
export interface GetRateLimitPoliciesOutputArgs {
  /** Lists only policies that protect this API: `oauth_authentication_api`. Default: all. */
  resource?: pulumi.Input<RateLimitResource | undefined>;

  /** Lists only policies for this kind of consumer: `client`. Default: all. */
  consumer?: pulumi.Input<RateLimitConsumer | undefined>;

  /** Lists only policies with this selector, such as `third_party_clients`. At most 255 characters. Default: all. */
  consumerSelector?: pulumi.Input<string | undefined>;

  /** The arguments are an object, not an Output. Its properties may be Outputs. */
  apply?: undefined;
}

/** Result of getRateLimitPolicies. */
export interface GetRateLimitPoliciesResult {
  /** The rate-limit policies, oldest first. */
  rateLimitPolicies: FoundRateLimitPolicy[];
}

/** Connects to one tenant. To manage a resource in that tenant, pass this provider in the resource's `provider` option. If you set any input, the provider ignores the `AUTH0_*` environment variables. Without inputs, it reads them like the default provider, and you can map other variables to them with the `envVarMappings` option. */
export interface ProviderArgs {
  /** The host name of the tenant, such as `example.eu.auth0.com`. The provider removes a scheme and a trailing slash, converts the name to lowercase, and keeps a port. Only loopback hosts can use `http://`. */
  domain?: pulumi.Input<string | undefined>;

  /** The client ID of the machine-to-machine application that the provider authenticates as. */
  clientId?: pulumi.Input<string | undefined>;

  /** The client secret of the application. The provider uses it if neither `apiToken` nor `clientAssertionPrivateKey` is set. */
  clientSecret?: pulumi.Input<string | undefined>;

  /** The private key that signs client assertions (Private Key JWT). Pass the PEM text, or the path of a PEM file relative to the program's folder. The key takes precedence over `clientSecret`. */
  clientAssertionPrivateKey?: pulumi.Input<string | undefined>;

  /** The signature algorithm of client assertions: `RS256`, `RS384`, or `PS256`. Default: `RS256`. */
  clientAssertionSigningAlg?: pulumi.Input<"RS256" | "RS384" | "PS256" | undefined>;

  /** An access token for the Management API. It takes precedence over all other credentials. The provider can't renew it when it expires. */
  apiToken?: pulumi.Input<string | undefined>;

  /** The audience of the access token. Default: `https://<domain>/api/v2/`. If `domain` is a custom domain, set the audience, because it must contain the tenant's canonical domain. */
  audience?: pulumi.Input<string | undefined>;

  /** The host name of the tenant before it was renamed. The provider accepts objects whose state contains this name. After an `up`, the next refresh writes the new name to the state. */
  formerDomain?: pulumi.Input<string | undefined>;

  /** The prefix (1 to 28 characters: letters, digits, and `_.*~@+/:-`) of the `X-Correlation-ID` header that the provider sends with every request that can change the tenant. A UUID follows the prefix, and the tenant's log shows the whole ID. Default: `pulumi-`. */
  correlationIdPrefix?: pulumi.Input<string | undefined>;

  /** What the provider does with an event type, an AWS region, or a policy's `resource` or `consumer` that this version doesn't recognize. With `reject`, the preview fails. With `warn`, the provider sends the value, and a warning that starts with `[unknown-value]` suggests the most similar known value. Default: `reject`. */
  unknownValues?: pulumi.Input<"reject" | "warn" | undefined>;

  /** The maximum number of concurrent requests to the tenant, a whole number from 1 to 100. By default, only Pulumi's `--parallel` option and the limit in the tenant's `X-RateLimit` headers apply. */
  maxConcurrency?: pulumi.Input<number | undefined>;

  /** The maximum number of requests per second that each provider process starts, from 0.1 to 1,000, including fractions. By default, only the limit in the tenant's `X-RateLimit` headers applies. */
  requestsPerSecond?: pulumi.Input<number | undefined>;

  /** The maximum number (0 to 100) of retries of a request after a 429 response, an Auth0 failure, or a lost connection. No retry starts more than 5 minutes after the first attempt. Default: 10. */
  maxRetries?: pulumi.Input<number | undefined>;

  /** The maximum time for a request and its complete response, in seconds from 1 to 600, including fractions. Default: 60. */
  timeout?: pulumi.Input<number | undefined>;

  /** Whether the provider shows a line for each request to the tenant, with its status, time, and correlation ID. Default: `false`. */
  debug?: pulumi.Input<boolean | undefined>;

  /** The prefix of the environment variables that contain this tenant's settings. With the prefix `EU_`, for example, the provider reads the client ID from `EU_AUTH0_CLIENT_ID` in every run, so the state contains none of the provider's secrets. Use letters, digits, and `_`, and don't start with a digit. By default, a provider with inputs reads no environment variables. */
  environmentPrefix?: pulumi.Input<string | undefined>;

  /** The arguments are an object, not an Output. Its properties may be Outputs. */
  apply?: undefined;
}

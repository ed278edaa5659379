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

/** One kind of event that a stream forwards. */
export interface EventStreamSubscription {
  /** The kind of event, such as `user.created`. */
  eventType: EventKind;
}

/** One kind of event that a stream forwards. */
export interface EventStreamSubscriptionArgs {
  /** The kind of event, such as `user.created`. */
  eventType: pulumi.Input<EventKind>;
}

/** Events are POSTed to an address of yours. */
export interface WebhookDestination {
  /** Always `webhook`. Another type of destination replaces the stream. */
  type: "webhook";

  /** Where events go and how the request authenticates. Changed in place; the request always carries the complete destination, secret included. */
  configuration: WebhookConfiguration;
}

/** Events are POSTed to an address of yours. */
export interface WebhookDestinationArgs {
  /** Always `webhook`. Another type of destination replaces the stream. */
  type: "webhook";

  /** Where events go and how the request authenticates. Changed in place; the request always carries the complete destination, secret included. */
  configuration: pulumi.Input<WebhookConfigurationArgs>;
}

/** An https address and the credential that goes with it. */
export interface WebhookConfiguration {
  /** The address that receives events: an `https://` URL, since a secret travels to it. */
  webhookEndpoint: string;

  /** How the request to the endpoint authenticates. The service never answers the secret part, so a secret changed elsewhere cannot be noticed. */
  webhookAuthorization: BasicAuthorization | BearerAuthorization | CustomHeaderAuthorization;
}

/** An https address and the credential that goes with it. */
export interface WebhookConfigurationArgs {
  /** The address that receives events: an `https://` URL, since a secret travels to it. */
  webhookEndpoint: pulumi.Input<string>;

  /** How the request to the endpoint authenticates. The service never answers the secret part, so a secret changed elsewhere cannot be noticed. */
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

  /** The user name. */
  username: string;

  /** The password, not empty. Secret; never answered by the service. */
  password: string;
}

/** HTTP basic authentication. */
export interface BasicAuthorizationArgs {
  /** Always `basic`. */
  method: "basic";

  /** The user name. */
  username: pulumi.Input<string>;

  /** The password, not empty. Secret; never answered by the service. */
  password: pulumi.Input<string>;

  headerKey?: undefined;
  headerValue?: undefined;
  token?: undefined;
}

/** A bearer token in the `Authorization` header. */
export interface BearerAuthorization {
  /** Always `bearer`. */
  method: "bearer";

  /** The token, not empty. Secret; never answered by the service. */
  token: string;
}

/** A bearer token in the `Authorization` header. */
export interface BearerAuthorizationArgs {
  /** Always `bearer`. */
  method: "bearer";

  /** The token, not empty. Secret; never answered by the service. */
  token: pulumi.Input<string>;

  headerKey?: undefined;
  headerValue?: undefined;
  password?: undefined;
  username?: undefined;
}

/** A header of your own choice. */
export interface CustomHeaderAuthorization {
  /** Always `custom_header`. */
  method: "custom_header";

  /** The header's name, not empty. */
  headerKey: string;

  /** The header's value, not empty. Secret; never answered by the service. */
  headerValue: string;
}

/** A header of your own choice. */
export interface CustomHeaderAuthorizationArgs {
  /** Always `custom_header`. */
  method: "custom_header";

  /** The header's name, not empty. */
  headerKey: pulumi.Input<string>;

  /** The header's value, not empty. Secret; never answered by the service. */
  headerValue: pulumi.Input<string>;

  password?: undefined;
  token?: undefined;
  username?: undefined;
}

/** Events go to Amazon EventBridge. */
export interface EventbridgeDestination {
  /** Always `eventbridge`. Another type of destination replaces the stream. */
  type: "eventbridge";

  /** The account and region. The service cannot change them in place: any change replaces the stream. */
  configuration: EventbridgeConfiguration;
}

/** Events go to Amazon EventBridge. */
export interface EventbridgeDestinationArgs {
  /** Always `eventbridge`. Another type of destination replaces the stream. */
  type: "eventbridge";

  /** The account and region. The service cannot change them in place: any change replaces the stream. */
  configuration: pulumi.Input<EventbridgeConfigurationArgs>;
}

/** An AWS account and region. The partner event source that AWS assigns is the stream's output `awsPartnerEventSource`. */
export interface EventbridgeConfiguration {
  /** The AWS account id: 12 digits, as text. A change replaces the stream. */
  awsAccountId: string;

  /** The AWS region, such as `eu-central-1`. A change replaces the stream. */
  awsRegion: AwsRegion;
}

/** An AWS account and region. The partner event source that AWS assigns is the stream's output `awsPartnerEventSource`. */
export interface EventbridgeConfigurationArgs {
  /** The AWS account id: 12 digits, as text. A change replaces the stream. */
  awsAccountId: pulumi.Input<string>;

  /** The AWS region, such as `eu-central-1`. A change replaces the stream. */
  awsRegion: pulumi.Input<AwsRegion>;

  actionId?: undefined;
  webhookAuthorization?: undefined;
  webhookEndpoint?: undefined;
}

/** An AWS region that the service can send events to. */
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
  /** Always `action`. Another type of destination replaces the stream. */
  type: "action";

  /** The Action. Any change replaces the stream. */
  configuration: ActionConfiguration;
}

/** Events run an Auth0 Action. */
export interface ActionDestinationArgs {
  /** Always `action`. Another type of destination replaces the stream. */
  type: "action";

  /** The Action. Any change replaces the stream. */
  configuration: pulumi.Input<ActionConfigurationArgs>;
}

/** The Action that handles events. */
export interface ActionConfiguration {
  /** Id of a deployed Action, not empty. A change replaces the stream. */
  actionId: string;
}

/** The Action that handles events. */
export interface ActionConfigurationArgs {
  /** Id of a deployed Action, not empty. A change replaces the stream. */
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

/** Requests over the limit are refused. */
export interface BlockConfiguration {
  /** Always `block`. */
  action: "block";

  /** Requests allowed, a whole number from 0 to 10,000. 0 blocks the consumer. */
  limit: number;
}

/** Requests over the limit are refused. */
export interface BlockConfigurationArgs {
  /** Always `block`. */
  action: "block";

  /** Requests allowed, a whole number from 0 to 10,000. 0 blocks the consumer. */
  limit: pulumi.Input<number>;

  redirectUri?: undefined;
}

/** Requests over the limit are logged and let through: the safe way to try a limit. */
export interface LogConfiguration {
  /** Always `log`. */
  action: "log";

  /** Requests before one is logged, a whole number from 0 to 10,000. */
  limit: number;
}

/** Requests over the limit are logged and let through: the safe way to try a limit. */
export interface LogConfigurationArgs {
  /** Always `log`. */
  action: "log";

  /** Requests before one is logged, a whole number from 0 to 10,000. */
  limit: pulumi.Input<number>;

  redirectUri?: undefined;
}

/** Requests over the limit are redirected. */
export interface RedirectConfiguration {
  /** Always `redirect`. */
  action: "redirect";

  /** Requests allowed, a whole number from 0 to 10,000. */
  limit: number;

  /** Where requests over the limit are sent: an `https://` URL. */
  redirectUri: string;
}

/** Requests over the limit are redirected. */
export interface RedirectConfigurationArgs {
  /** Always `redirect`. */
  action: "redirect";

  /** Requests allowed, a whole number from 0 to 10,000. */
  limit: pulumi.Input<number>;

  /** Where requests over the limit are sent: an `https://` URL. */
  redirectUri: pulumi.Input<string>;
}

/** What the JSON of a Firebase service account holds at least; it may hold more. */
export interface ServiceAccount {
  /** Always `service_account`. */
  type: "service_account";

  /** The Firebase project. */
  project_id: string;

  /** The key, PEM. */
  private_key: string;

  /** The service account's address. */
  client_email: string;
}

/** One event on its way to a destination, with its attempts. */
export interface Delivery {
  /** The delivery's id. */
  id: string;

  /** The stream's id: 26 characters. */
  eventStreamId: string;

  /** What became of it, such as `failed`; free text, since the service knows more states than it documents. */
  status: string;

  /** The kind of event, such as `user.created`. */
  eventType: string;

  /** Results of the attempts so far, as the service orders them. */
  attempts: DeliveryAttempt[];

  /** The event's content: personal data. Only with `includeEvent`, and only when the delivery failed. */
  event?: DeliveryEvent | undefined;
}

/** One attempt to deliver an event. */
export interface DeliveryAttempt {
  /** What became of the attempt, such as `failed`. */
  status: string;

  /** When it was made, RFC 3339. */
  timestamp: string;

  /** Why it failed. */
  errorMessage?: string | undefined;

  /** How long it took, in seconds. */
  duration?: number | undefined;
}

/** A CloudEvents envelope. */
export interface DeliveryEvent {
  /** The event's id. */
  id: string;

  /** Where the event comes from. */
  source: string;

  /** The CloudEvents version. */
  specversion: string;

  /** The kind of event. */
  type: string;

  /** When it happened, RFC 3339. */
  time: string;

  /** The event's data: text by the interface description, an object in practice. */
  data?: unknown | undefined;
}

/** Arguments of EventStream. */
export interface EventStreamArgs {
  /** The stream's name: 1 to 128 characters. Changed in place, by itself. Removing it from the program leaves the last name in place, until the stream is replaced. */
  name?: pulumi.Input<string | undefined>;

  /** The kinds of events to forward: at least one, each once, in any order (order is never a difference). Changed in place. Removing it from the program leaves the last ones in place, until the stream is replaced. */
  subscriptions?: pulumi.Input<pulumi.Input<EventStreamSubscriptionArgs>[] | undefined>;

  /** Where events go. Another `type`, and any change of an `eventbridge` or `action` destination, replaces the stream; a webhook is changed in place. */
  destination: pulumi.Input<
    WebhookDestinationArgs | EventbridgeDestinationArgs | ActionDestinationArgs
  >;

  /** Whether the stream forwards events: `enabled` or `disabled`. Default `enabled`; removing it from the program sets it back. Changed in place. */
  status?: pulumi.Input<EventStreamStatus | undefined>;

  /** Arguments are an object and no Output; its properties may be Outputs. */
  apply?: undefined;
}

/** Forwards tenant events to a webhook, to Amazon EventBridge or to an Action. Replacing a stream loses its undelivered failed events; Pulumi creates the replacement first, so that no new event is missed. A stream that the service disabled after failures drifts to `disabled`: redeliver the failures before enabling it again. */
export class EventStream extends NativeResource {
  /** The stream's name: 1 to 128 characters. Changed in place, by itself. Removing it from the program leaves the last name in place, until the stream is replaced. */
  declare readonly name: pulumi.Output<string | undefined>;

  /** The kinds of events to forward: at least one, each once, in any order (order is never a difference). Changed in place. Removing it from the program leaves the last ones in place, until the stream is replaced. */
  declare readonly subscriptions: pulumi.Output<EventStreamSubscription[] | undefined>;

  /** Where events go. Another `type`, and any change of an `eventbridge` or `action` destination, replaces the stream; a webhook is changed in place. */
  declare readonly destination: pulumi.Output<
    WebhookDestination | EventbridgeDestination | ActionDestination
  >;

  /** Whether the stream forwards events: `enabled` or `disabled`. Default `enabled`; removing it from the program sets it back. Changed in place. */
  declare readonly status: pulumi.Output<EventStreamStatus>;

  /** When the service created the stream, RFC 3339. */
  declare readonly createdAt: pulumi.Output<string>;

  /** When the stream was last changed, RFC 3339. */
  declare readonly updatedAt: pulumi.Output<string>;

  /** The partner event source that AWS assigned; only with an `eventbridge` destination. */
  declare readonly awsPartnerEventSource: pulumi.Output<string | undefined>;

  /** The domain of the tenant that the stream lives in. */
  declare readonly tenant: pulumi.Output<string>;

  constructor(name: string, args: EventStreamArgs, opts?: pulumi.CustomResourceOptions) {
    super(EventStream, definitions.eventStream, name, args, opts);
  }
  /** Reads one that exists, by its id, without managing it. */
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

  /** Which consumers: `client_id:<client id>`, `client_id:<CIMD URI>`, `cimd_clients`, `third_party_clients`, or `default` (any consumer that no other policy names). At most 255 characters. A change replaces the policy. */
  consumerSelector: pulumi.Input<string>;

  /** What happens to requests, by `action`. Changed in place. */
  configuration: pulumi.Input<
    | AllowConfigurationArgs
    | BlockConfigurationArgs
    | LogConfigurationArgs
    | RedirectConfigurationArgs
  >;

  /** Arguments are an object and no Output; its properties may be Outputs. */
  apply?: undefined;
}

/** Limits the requests of a consumer to an API of the tenant. Early Access: a tenant without the feature answers `insufficient_entitlement`. Policies are evaluated by client id, then by group, then `default`. */
export class RateLimitPolicy extends NativeResource {
  /** The API that the policy protects: `oauth_authentication_api`. A change replaces the policy. */
  declare readonly resource: pulumi.Output<RateLimitResource>;

  /** The kind of consumer that the policy applies to: `client`. A change replaces the policy. */
  declare readonly consumer: pulumi.Output<RateLimitConsumer>;

  /** Which consumers: `client_id:<client id>`, `client_id:<CIMD URI>`, `cimd_clients`, `third_party_clients`, or `default` (any consumer that no other policy names). At most 255 characters. A change replaces the policy. */
  declare readonly consumerSelector: pulumi.Output<string>;

  /** What happens to requests, by `action`. Changed in place. */
  declare readonly configuration: pulumi.Output<
    AllowConfiguration | BlockConfiguration | LogConfiguration | RedirectConfiguration
  >;

  /** When the service created the policy, RFC 3339. */
  declare readonly createdAt: pulumi.Output<string | undefined>;

  /** When the policy was last changed, RFC 3339. */
  declare readonly updatedAt: pulumi.Output<string | undefined>;

  /** The domain of the tenant that the policy lives in. */
  declare readonly tenant: pulumi.Output<string>;

  constructor(name: string, args: RateLimitPolicyArgs, opts?: pulumi.CustomResourceOptions) {
    super(RateLimitPolicy, definitions.rateLimitPolicy, name, args, opts);
  }
  /** Reads one that exists, by its id, without managing it. */
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
  /** The Firebase service account's JSON, as text: 1 to 10,000 characters. Secret; never answered by the service. */
  serverCredentials: pulumi.Input<string>;

  /** Arguments are an object and no Output; its properties may be Outputs. */
  apply?: undefined;
}

/** The tenant's FCM v1 push credentials for multi-factor notifications. A tenant has one set: creating the resource overwrites what is there. The service neither answers nor deletes them, so drift cannot be verified, and destroying the resource leaves them in the tenant. */
export class GuardianFcmv1Provider extends NativeResource {
  /** The Firebase service account's JSON, as text: 1 to 10,000 characters. Secret; never answered by the service. */
  declare readonly serverCredentials: pulumi.Output<string>;

  /** The domain of the tenant that holds the credentials. */
  declare readonly tenant: pulumi.Output<string>;

  constructor(name: string, args: GuardianFcmv1ProviderArgs, opts?: pulumi.CustomResourceOptions) {
    super(GuardianFcmv1Provider, definitions.guardianFcmv1Provider, name, args, opts);
  }
}

/** Arguments of getDeliveries. */
export interface GetDeliveriesArgs {
  /** The stream's id: 26 characters. */
  eventStreamId: string;

  /** Only deliveries in one of these states, such as `failed`; free text without commas. Default: all. */
  statuses?: string[] | undefined;

  /** Only deliveries of these kinds of events. Default: all. */
  eventTypes?: EventKind[] | undefined;

  /** Start of the time range, inclusive: RFC 3339 text or a `Date`. Sent in UTC, rounded down to whole seconds. Default: from the first. */
  dateFrom?: string | Date | undefined;

  /** End of the time range, exclusive: RFC 3339 text or a `Date`. Sent in UTC, rounded up to whole seconds, so that nothing is missed. Default: to the last. */
  dateTo?: string | Date | undefined;

  /** Where to go on: the `next` of an earlier result, unmodified; the listing continues after the last delivery of that result. Default: the beginning. */
  from?: string | undefined;

  /** Deliveries to a page, 1 to 100. Default 50. */
  take?: number | undefined;

  /** Deliveries at most, 1 or more. Default 1,000. */
  maxItems?: number | undefined;

  /** Whether to give the content of failed events, which is personal data. Default false. */
  includeEvent?: boolean | undefined;
}

/** Arguments of getDeliveriesOutput. */
export interface GetDeliveriesOutputArgs {
  /** The stream's id: 26 characters. */
  eventStreamId: pulumi.Input<string>;

  /** Only deliveries in one of these states, such as `failed`; free text without commas. Default: all. */
  statuses?: pulumi.Input<pulumi.Input<string>[] | undefined>;

  /** Only deliveries of these kinds of events. Default: all. */
  eventTypes?: pulumi.Input<pulumi.Input<EventKind>[] | undefined>;

  /** Start of the time range, inclusive: RFC 3339 text or a `Date`. Sent in UTC, rounded down to whole seconds. Default: from the first. */
  dateFrom?: pulumi.Input<string | Date | undefined>;

  /** End of the time range, exclusive: RFC 3339 text or a `Date`. Sent in UTC, rounded up to whole seconds, so that nothing is missed. Default: to the last. */
  dateTo?: pulumi.Input<string | Date | undefined>;

  /** Where to go on: the `next` of an earlier result, unmodified; the listing continues after the last delivery of that result. Default: the beginning. */
  from?: pulumi.Input<string | undefined>;

  /** Deliveries to a page, 1 to 100. Default 50. */
  take?: pulumi.Input<number | undefined>;

  /** Deliveries at most, 1 or more. Default 1,000. */
  maxItems?: pulumi.Input<number | undefined>;

  /** Whether to give the content of failed events, which is personal data. Default false. */
  includeEvent?: pulumi.Input<boolean | undefined>;

  /** Arguments are an object and no Output; its properties may be Outputs. */
  apply?: undefined;
}

/** Result of getDeliveries. */
export interface GetDeliveriesResult {
  /** The deliveries, in the service's order. */
  deliveries: Delivery[];

  /** Where to go on with `from`: opaque text, valid for 24 hours; only when `maxItems` stopped the listing. */
  next?: string | undefined;
}

/** One tenant, explicitly. Takes the configuration variables as its inputs and never reads the bare environment. */
export interface ProviderArgs {
  /** The tenant's host, such as `example.eu.auth0.com`. A scheme, a trailing slash and upper case are normalised, a port is kept; `http://` is accepted for loopback hosts only. Stack configuration wins over the environment. */
  domain?: pulumi.Input<string | undefined>;

  /** Client id of the machine-to-machine application that the provider acts as. */
  clientId?: pulumi.Input<string | undefined>;

  /** Client secret of the application. Used when there is neither an `apiToken` nor a `clientAssertionPrivateKey`. */
  clientSecret?: pulumi.Input<string | undefined>;

  /** Private key that signs client assertions (private-key JWT): its PEM text, or the path of a file that holds it, from the program's folder. Preferred over `clientSecret`. */
  clientAssertionPrivateKey?: pulumi.Input<string | undefined>;

  /** Algorithm of client assertions: `RS256`, `RS384` or `PS256`. Default `RS256`. */
  clientAssertionSigningAlg?: pulumi.Input<"RS256" | "RS384" | "PS256" | undefined>;

  /** A ready Management API access token. Preferred over every other credential; it cannot be renewed. */
  apiToken?: pulumi.Input<string | undefined>;

  /** Audience of the access token. Default `https://<domain>/api/v2/`; set it when `domain` is a custom domain, since the audience stays the canonical one. */
  audience?: pulumi.Input<string | undefined>;

  /** The tenant's host before it was renamed. Objects that remember it are accepted as the tenant's own; after an `up`, a refresh remembers the new one. */
  formerDomain?: pulumi.Input<string | undefined>;

  /** Requests that may be on their way to the tenant at the same time, 1 to 100. Default 8. */
  maxConcurrency?: pulumi.Input<number | undefined>;

  /** Requests that this process may start in a second, 0.1 to 1,000, fractions allowed. Default: no limit but the budget that the tenant tells in its `X-RateLimit` headers. Set it to leave room for other users of the tenant. */
  requestsPerSecond?: pulumi.Input<number | undefined>;

  /** How often a request is sent again after a refusal for the rate limit, a failure of the service or a lost connection, 0 to 100. No repeat starts later than 5 minutes after the first. Default 10. */
  maxRetries?: pulumi.Input<number | undefined>;

  /** Seconds that one request may take, up to the last byte of its answer, 1 to 600, fractions allowed. Default 60. */
  timeout?: pulumi.Input<number | undefined>;

  /** Reads this tenant's settings from environment variables with this prefix, afresh in every run: `EU_` reads `EU_AUTH0_CLIENT_ID` and so on. Nothing secret then enters the state. Default: no environment variable is read. */
  environmentPrefix?: pulumi.Input<string | undefined>;

  /** Arguments are an object and no Output; its properties may be Outputs. */
  apply?: undefined;
}

import { eventStream, guardianFcmv1Provider, rateLimitPolicy } from "../../../provider/resources";

/** A resource of the official providers, and what of it this package needs. */
export interface OfficialResource {
  /** Its name in schema.json. */
  kind: string;
  terraformType: string;
  pulumiType: string;
  /** Tags before the properties that depend on them, and alternatives in the order of preference. */
  properties: OfficialProperty[];
}

interface OfficialProperty {
  /** Path of the Terraform attribute. Pulumi's is the same in camelCase. */
  attribute: string;
  /** Path of our input. */
  input: string;
  /** Why its value may differ from the tenant's, after its name. */
  caution?: string;
}

const authorization = "webhook_configuration.webhook_authorization";
const ownAuthorization = "destination.configuration.webhookAuthorization";

const writeOnlyCaution =
  "was sent only if its version was raised with it: if the old program changed it without its version, set the secret yourself";

/** A secret, and the same as a write-only argument, which only Pulumi's inputs keep. */
const secret = (attribute: string, input: string): OfficialProperty[] => [
  { attribute: `${authorization}.${attribute}`, input: `${ownAuthorization}.${input}` },
  {
    attribute: `${authorization}.${attribute}_wo`,
    input: `${ownAuthorization}.${input}`,
    caution: writeOnlyCaution,
  },
];

/**
 * The resources of the official providers that hold objects of ours, with what decides whether a secret
 * is still the tenant's. Everything else is read from the tenant. From the schemas of
 * auth0/terraform-provider-auth0 1.55 and pulumi/pulumi-auth0 3.49.
 */
export const officialResources: OfficialResource[] = [
  {
    kind: eventStream.name,
    terraformType: "auth0_event_stream",
    pulumiType: "auth0:index/eventStream:EventStream",
    properties: [
      { attribute: "destination_type", input: "destination.type" },
      {
        attribute: "webhook_configuration.webhook_endpoint",
        input: "destination.configuration.webhookEndpoint",
      },
      { attribute: `${authorization}.method`, input: `${ownAuthorization}.method` },
      { attribute: `${authorization}.username`, input: `${ownAuthorization}.username` },
      { attribute: `${authorization}.header_key`, input: `${ownAuthorization}.headerKey` },
      ...secret("password", "password"),
      ...secret("token", "token"),
      ...secret("header_value", "headerValue"),
    ],
  },
  {
    kind: rateLimitPolicy.name,
    terraformType: "auth0_rate_limit_policy",
    pulumiType: "auth0:index/rateLimitPolicy:RateLimitPolicy",
    properties: [],
  },
];

/**
 * The resource that configures all of multi-factor authentication. No release of the official providers
 * up to those above has an attribute for FCM v1 credentials: `server_key` is the legacy key of FCM. A
 * service account in `block` is taken for the credentials by its content, whatever the attribute.
 */
export const officialGuardian = {
  kind: guardianFcmv1Provider.name,
  terraformType: "auth0_guardian",
  pulumiType: "auth0:index/guardian:Guardian",
  block: "push",
  legacyKey: "push.direct_fcm.server_key",
  input: "serverCredentials",
} as const;

import type { Props } from "../../../provider/shared/json";

// What the state of an official provider says about the objects that this package manages as well.

export interface OfficialState {
  /** The tool that wrote the state; its commands are in `forgetCommands`. */
  tool: "Terraform" | "OpenTofu" | "Pulumi";
  /** The stack that a Pulumi state is of, as its URNs name it. */
  stack?: string;
  /** Those of a Pulumi state in its order: each after the objects that it depends on. */
  objects: OfficialObject[];
  /** The FCM v1 credentials that a guardian resource holds. */
  pushCredentials?: OfficialPushCredentials;
  /** Resources of these kinds that cannot be taken over. */
  ignored: IgnoredResource[];
}

export interface OfficialObject {
  /** Its name in schema.json, such as `EventStream`. */
  kind: string;
  id: string;
  /** Its name in the old program; of an instance of a Terraform resource, with modules and keys. */
  name: string;
  /** Its Terraform address or its URN. */
  address: string;
  /** The address of the Terraform resource that it is an instance of: without instance keys. */
  resourceAddress?: string;
  /**
   * The inputs around the secrets, as the state has them and in the names of schema.json. The secrets
   * are those of the tenant only if its object still has these inputs: see `secretsToCarryOver`.
   */
  comparedInputs: Props;
  secrets: OfficialSecret[];
  /** Addresses of the resources that refer to it directly. */
  dependants: string[];
  /** Whether Pulumi protects it. */
  isProtected: boolean;
  /** Ids of replaced objects with the same address, which the tool has still to delete. */
  pendingDeletions: string[];
  /** What a person should know about it, in sentences without secrets. */
  notes: string[];
}

/** A secret as an input of the object. */
export interface OfficialSecret {
  /** Where it is in the inputs: `["destination", "configuration", "webhookAuthorization", "token"]`. */
  path: string[];
  value: string;
}

export interface OfficialPushCredentials {
  kind: string;
  id: string;
  /** The address or URN of the guardian resource, which stays with the old tool. */
  address: string;
  /** The attribute that holds the credentials, such as `push.direct_fcm.server_key`. */
  attribute: string;
  secret: OfficialSecret;
}

export interface IgnoredResource {
  /** Its Terraform address or its URN. */
  address: string;
  /** As of an object that is taken over. */
  resourceAddress?: string;
  /** Why, in sentences without secrets. */
  reason: string;
}

/** What a reader makes of one resource of a state. */
export type ReadResource = { object: OfficialObject } | { ignored: IgnoredResource };

export function separate(read: ReadResource[]): Pick<OfficialState, "objects" | "ignored"> {
  return {
    objects: read.flatMap((one) => ("object" in one ? one.object : [])),
    ignored: read.flatMap((one) => ("ignored" in one ? one.ignored : [])),
  };
}

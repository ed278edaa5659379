import type * as pulumi from "@pulumi/pulumi";
import { rateLimitPolicy } from "../provider/resources";
import { NativeResource } from "./nativeResource";
import type { RateLimitPolicyArgs, RateLimitPolicyOutputs } from "./types";

export interface RateLimitPolicy extends RateLimitPolicyOutputs {}

/**
 * Limits the requests of a consumer to an API of the tenant. Early Access: a tenant without the
 * feature answers `insufficient_entitlement`.
 *
 * A change of `resource`, `consumer` or `consumerSelector` replaces the policy; `configuration` is
 * changed in place.
 */
export class RateLimitPolicy extends NativeResource {
  constructor(name: string, args: RateLimitPolicyArgs, opts?: pulumi.CustomResourceOptions) {
    super(rateLimitPolicy, name, args, opts);
  }

  /** Reads a policy that exists, by its id (at most 26 characters), without managing it. */
  static get(
    name: string,
    id: pulumi.Input<pulumi.ID>,
    opts?: pulumi.CustomResourceOptions,
  ): RateLimitPolicy {
    return new RateLimitPolicy(name, {} as RateLimitPolicyArgs, { ...opts, id });
  }
}

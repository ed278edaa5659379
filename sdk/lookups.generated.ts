// Generated from schema.json and the definitions of the resources by `npm run generate`; do not edit.

import type * as pulumi from "@pulumi/pulumi";
import type { FunctionOptions } from "./functionTenant";
import type * as types from "./generated";
import { lookUp, lookUpOutput } from "./lookUp";

/** Returns the event stream with the given `id`, or the given `name`. If there is none, the call fails. */
export const getEventStream = (
  args: types.GetEventStreamArgs,
  opts?: FunctionOptions,
): Promise<types.GetEventStreamResult> => lookUp("getEventStream", args, opts);

/** `getEventStream` with Outputs. While an argument is unknown, so is the result. */
export const getEventStreamOutput = (
  args: types.GetEventStreamOutputArgs,
  opts?: FunctionOptions,
): pulumi.Output<types.GetEventStreamResult> => lookUpOutput("getEventStream", args, opts);

/** Returns the tenant's event streams. */
export const getEventStreams = (opts?: FunctionOptions): Promise<types.GetEventStreamsResult> =>
  lookUp("getEventStreams", {}, opts);

/** `getEventStreams` with Outputs. While an argument is unknown, so is the result. */
export const getEventStreamsOutput = (
  opts?: FunctionOptions,
): pulumi.Output<types.GetEventStreamsResult> => lookUpOutput("getEventStreams", {}, opts);

/** Returns the rate-limit policy with the given `id`, or the given `resource`, `consumer`, and `consumerSelector`. If there is none, the call fails. */
export const getRateLimitPolicy = (
  args: types.GetRateLimitPolicyArgs,
  opts?: FunctionOptions,
): Promise<types.GetRateLimitPolicyResult> => lookUp("getRateLimitPolicy", args, opts);

/** `getRateLimitPolicy` with Outputs. While an argument is unknown, so is the result. */
export const getRateLimitPolicyOutput = (
  args: types.GetRateLimitPolicyOutputArgs,
  opts?: FunctionOptions,
): pulumi.Output<types.GetRateLimitPolicyResult> => lookUpOutput("getRateLimitPolicy", args, opts);

/** Returns the tenant's rate-limit policies that match all filters. */
export const getRateLimitPolicies = (
  args: types.GetRateLimitPoliciesArgs = {},
  opts?: FunctionOptions,
): Promise<types.GetRateLimitPoliciesResult> => lookUp("getRateLimitPolicies", args, opts);

/** `getRateLimitPolicies` with Outputs. While an argument is unknown, so is the result. */
export const getRateLimitPoliciesOutput = (
  args: types.GetRateLimitPoliciesOutputArgs = {},
  opts?: FunctionOptions,
): pulumi.Output<types.GetRateLimitPoliciesResult> =>
  lookUpOutput("getRateLimitPolicies", args, opts);

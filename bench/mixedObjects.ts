import type { StoredPolicy, StoredStream, Tenant } from "../emulator/src";
import { encode } from "../provider/schema/codec";
import { resourceSchema } from "../provider/schema/packageSchema";
import type { Props } from "../provider/shared/json";
import { idOf, streamIdOf } from "../tests/support/tenant/many";
import { streams } from "../tests/support/values/eventStream";
import { policies } from "../tests/support/values/rateLimitPolicy";

const firstTime = Date.parse("2026-01-01T00:00:00Z");

/**
 * Puts objects that no stack knows into a tenant, without requests. Half are streams, with every
 * destination and authorization in turn; half are policies, with every action in turn.
 */
export function addMixedObjects(tenant: Tenant, count: number): void {
  for (let number = 0; number < count / 2; number++) {
    const time = new Date(firstTime + number * 60_000).toISOString();
    const times = { created_at: time, updated_at: time };
    const stream = { ...inTurn(streams, number), name: `stream-${number}` };
    const policy = { ...inTurn(policies, number), consumerSelector: `client_id:c${number}` };
    const streamId = streamIdOf(number);
    const policyId = idOf(number);
    tenant.streams.set(streamId, {
      id: streamId,
      status: "enabled",
      ...times,
      ...encoded<StoredStream>("EventStream", stream),
    });
    tenant.policies.set(policyId, {
      id: policyId,
      ...times,
      ...encoded<StoredPolicy>("RateLimitPolicy", policy),
    });
  }
}

function inTurn<Args>(samples: Record<string, Args>, number: number): Args {
  const all = Object.values(samples);
  return all[number % all.length] as Args;
}

/** With the service's property names. */
const encoded = <Stored>(kind: string, args: object) =>
  encode(resourceSchema(kind).inputs, args as Props) as Omit<
    Stored,
    "id" | "status" | "created_at" | "updated_at"
  >;

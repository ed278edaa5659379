import type { StoredPolicy, StoredStream, Tenant } from "../../../emulator/src";

/** Ids in the form that the service uses. */
export const idOf = (number: number) => `rlp_${String(number).padStart(22, "0")}`;
export const streamIdOf = (number: number) => `est_${String(number).padStart(22, "0")}`;

const time = "2026-11-20T12:00:00.000Z";
const times = { created_at: time, updated_at: time };
const numbers = (count: number, from: number) => Array.from({ length: count }, (_, n) => from + n);

/** Puts `count` policies into a tenant, without requests. */
export function manyPolicies({ policies }: Tenant, count: number, from = 0): void {
  for (const number of numbers(count, from)) {
    const policy: StoredPolicy = {
      id: idOf(number),
      resource: "oauth_authentication_api",
      consumer: "client",
      consumer_selector: `client_id:c${number}`,
      configuration: { action: "block", limit: 100 },
      ...times,
    };
    policies.set(policy.id, policy);
  }
}

/** Puts `count` streams into a tenant, without requests. */
export function manyStreams({ streams }: Tenant, count: number, from = 0): void {
  for (const number of numbers(count, from)) {
    const stream: StoredStream = {
      id: streamIdOf(number),
      status: "enabled",
      name: `stream ${number}`,
      destination: { type: "action", configuration: { action_id: `a${number}` } },
      ...times,
    };
    streams.set(stream.id, stream);
  }
}

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

/** Puts a stream into a tenant, without a request: an enabled one with an Action, unless `changes` differ. */
export function addStream(
  { streams }: Tenant,
  id: string,
  name: string,
  changes: Partial<StoredStream> = {},
): StoredStream {
  const destination = { type: "action", configuration: { action_id: "a" } } as const;
  const stream: StoredStream = { id, status: "enabled", name, destination, ...times, ...changes };
  streams.set(id, stream);
  return stream;
}

/** Puts `count` streams into a tenant, without requests. */
export function manyStreams(tenant: Tenant, count: number, from = 0): void {
  for (const number of numbers(count, from)) {
    addStream(tenant, streamIdOf(number), `stream ${number}`);
  }
}

import fc from "fast-check";
import type { StoredPolicy, StoredStream, Tenant } from "../../../emulator/src";

/** What somebody else does in the tenant. */
export interface Meddling {
  what: keyof typeof deeds | "delete" | "foreign";
  slot: string;
}

/** Changes of an object that the API allows; a changed secret always comes with a change that shows. */
const deeds = {
  rename: stream((tag) => ({ name: tag })),
  disable: stream(() => ({ status: "disabled" })),
  subscribe: stream(() => ({ subscriptions: [{ event_type: "group.created" }] })),
  redirect: stream((tag, found) =>
    webhook(found, {
      ...found.destination.configuration,
      webhook_endpoint: `https://${tag}.example.com`,
      webhook_authorization: { method: "bearer", token: `canary-elsewhere-${tag}` },
    }),
  ),
  authorize: stream((tag, found) =>
    webhook(found, {
      ...found.destination.configuration,
      webhook_authorization: {
        method: "basic",
        username: tag,
        password: `canary-elsewhere-${tag}`,
      },
    }),
  ),
  limit: (tenant: Tenant, id: string) =>
    change(tenant.policies.get(id), { configuration: { action: "log", limit: 77 } }),
};

function stream(changes: (tag: string, found: StoredStream) => Partial<StoredStream>) {
  return (tenant: Tenant, id: string, tag: string) => {
    const found = tenant.streams.get(id);
    change(found, found ? changes(tag, found) : {});
  };
}

function webhook(
  { destination }: StoredStream,
  configuration: StoredStream["destination"]["configuration"],
): Partial<StoredStream> {
  return destination.type === "webhook" ? { destination: { ...destination, configuration } } : {};
}

function change<T extends StoredStream | StoredPolicy>(found: T | undefined, changes: Partial<T>) {
  if (found && Object.keys(changes).length > 0)
    Object.assign(found, changes, { updated_at: new Date().toISOString() });
}

export const meddlings = (slots: string[]): fc.Arbitrary<Meddling> =>
  fc.record({
    what: fc.constantFrom<Meddling["what"]>(
      "delete",
      "foreign",
      ...(Object.keys(deeds) as (keyof typeof deeds)[]),
    ),
    slot: fc.constantFrom(...slots),
  });

const anHourAgo = () => new Date(Date.now() - 3_600_000).toISOString();

/** Does it to the object of that name, if there is one; gives the object that was added, if any. */
export function meddle(
  tenant: Tenant,
  { what, slot }: Meddling,
  id: string | undefined,
  tag: string,
): StoredStream | StoredPolicy | undefined {
  if (what === "foreign")
    return slot.startsWith("policy") ? addPolicy(tenant, tag) : addStream(tenant, id, tag);
  if (id === undefined) return undefined;
  if (what === "delete") {
    tenant.streams.delete(id);
    tenant.policies.delete(id);
  } else deeds[what](tenant, id, tag);
  return undefined;
}

/** One that looks like ours but for the name, where there is one, but is older than this run. */
function addStream(tenant: Tenant, like: string | undefined, tag: string): StoredStream {
  const destination = { type: "action", configuration: { action_id: tag } };
  const time = { created_at: anHourAgo(), updated_at: anHourAgo() };
  const { name: _, ...found } = {
    ...{ name: undefined, status: "enabled", destination },
    ...tenant.streams.get(like ?? ""),
  };
  const added = structuredClone({ ...found, ...time, id: `est_${tag}`.padEnd(26, "0") });
  tenant.streams.set(added.id, added);
  return added;
}

function addPolicy(tenant: Tenant, tag: string): StoredPolicy {
  const added: StoredPolicy = {
    id: `rlp_${tag}`.padEnd(26, "0"),
    resource: "oauth_authentication_api",
    consumer: "client",
    consumer_selector: `client_id:${tag}`,
    configuration: { action: "allow" },
    created_at: anHourAgo(),
    updated_at: anHourAgo(),
  };
  tenant.policies.set(added.id, added);
  return added;
}

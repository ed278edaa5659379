import { isDeepStrictEqual } from "node:util";
import type { Tenant } from "../../../emulator/src";
import { isObject, type Json, type Props } from "../../../provider/shared/json";
import type { Kind } from "../engine/adapter";

/** What a state says of an object. */
export interface Claim {
  kind: Kind;
  id: string;
  inputs: Props;
}

const secrets = ["password", "token", "header_value"];

/** In the names of the API; written here once more, so that the provider's own is tested. */
function wire(value: Json): Json {
  if (Array.isArray(value)) return value.map(wire);
  if (!isObject(value)) return value;
  const name = (key: string) => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [name(key), wire(item)]));
}

/** The same for the same set of subscriptions; without secrets where they are not asked for. */
function comparable(value: unknown, withSecrets: boolean): unknown {
  return JSON.parse(JSON.stringify(value ?? null), (key, item) => {
    if (!withSecrets && secrets.includes(key)) return undefined;
    if (key !== "subscriptions") return item;
    return item.map((one: Props) => String(one.event_type)).sort();
  });
}

export function stored(
  tenant: Tenant,
  { kind, id }: Pick<Claim, "kind" | "id">,
): Props | undefined {
  if (kind === "GuardianFcmv1Provider") return tenant.fcmv1;
  const found = kind === "EventStream" ? tenant.streams.get(id) : tenant.policies.get(id);
  return found as Props | undefined;
}

/** Where the tenant does not hold what is claimed, in these inputs or in all. */
export function differences(
  tenant: Tenant,
  claim: Claim,
  { keys = Object.keys(claim.inputs), withSecrets = true } = {},
): string[] {
  const found = stored(tenant, claim);
  if (!found) return [`${claim.kind} ${claim.id} is not in the tenant`];
  return keys.flatMap((key) => {
    if (key === "serverCredentials" && !withSecrets) return [];
    const [entry = ["", null]] = Object.entries(
      wire({ [key]: claim.inputs[key] ?? null }) as Props,
    );
    const [name, value] = entry;
    const here = comparable({ [name]: value }, withSecrets);
    const there = comparable({ [name]: found[name] ?? null }, withSecrets);
    if (isDeepStrictEqual(here, there)) return [];
    return [
      `${claim.kind} ${claim.id}: ${JSON.stringify(here)} is claimed, ${JSON.stringify(there)} is stored`,
    ];
  });
}

/** Outputs that come from nowhere else. */
export function setByService(tenant: Tenant, of: Pick<Claim, "kind" | "id">): object {
  const { created_at: createdAt, updated_at: updatedAt } = stored(tenant, of) ?? {};
  return { tenant: tenant.domain, ...(createdAt ? { createdAt, updatedAt } : {}) };
}

/** Objects that no claim knows and nobody else has added. */
export function orphans(
  tenant: Tenant,
  knownIds: ReadonlySet<string>,
): { kind: Kind; id: string }[] {
  const of = (kind: Kind, ids: Iterable<string>) =>
    [...ids].filter((id) => !knownIds.has(id)).map((id) => ({ kind, id }));
  return [
    ...of("EventStream", tenant.streams.keys()),
    ...of("RateLimitPolicy", tenant.policies.keys()),
  ];
}

/** Those that these messages did not tell to look for: by id, or one of its kind for each message. */
export function untold(found: { kind: Kind; id: string }[], messages: string[]): string[] {
  const unnamed = found.filter(({ id }) => !messages.some((message) => message.includes(id)));
  const budget = new Map<Kind, number>();
  for (const message of messages) {
    const kind = /look for a new (\w+) in the tenant/.exec(message)?.[1] as Kind | undefined;
    if (kind) budget.set(kind, (budget.get(kind) ?? 0) + 1);
  }
  return unnamed.flatMap(({ kind, id }) => {
    const left = budget.get(kind) ?? 0;
    budget.set(kind, left - 1);
    return left > 0 ? [] : [`${kind} ${id} is in the tenant, and no state and no message knows it`];
  });
}

import { isDeepStrictEqual } from "node:util";
import type { Tenant } from "../../../emulator/src";
import { canonical } from "../../../provider/schema/normalize";
import type { Props } from "../../../provider/shared/json";
import { secretProperties } from "../engine/secretValues";
import { collectionOf, wire, wireName } from "../tenant/objects";
import { kindNamed, listedKinds } from "../values/kinds";

/** What a state says of an object. */
export interface Claim {
  kind: string;
  id: string;
  inputs: Props;
}

/** The same for the same sets, which all arrays are; without secrets where they are not asked for. */
export function comparable(kind: string, value: unknown, withSecrets: boolean): unknown {
  const secrets = [...secretProperties(kind).keys()].map(wireName);
  return JSON.parse(JSON.stringify(value ?? null), (key, item) => {
    if (!withSecrets && secrets.includes(key)) return undefined;
    return Array.isArray(item) ? item.map(canonical).sort() : item;
  });
}

export const stored = (tenant: Tenant, { kind, id }: Pick<Claim, "kind" | "id">) =>
  collectionOf(tenant, kindNamed(kind)).get(id);

/** Where the tenant does not hold what is claimed, in these inputs or in all. */
export function differences(
  tenant: Tenant,
  claim: Claim,
  { keys = Object.keys(claim.inputs), withSecrets = true } = {},
): string[] {
  const found = stored(tenant, claim);
  if (!found) return [`${claim.kind} ${claim.id} is not in the tenant`];
  return keys.flatMap((key) => {
    const name = wireName(key);
    const both = [wire(claim.inputs[key] ?? null), found[name] ?? null];
    const [here, there] = both.map((value) =>
      comparable(claim.kind, { [name]: value }, withSecrets),
    );
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
export const orphans = (tenant: Tenant, knownIds: ReadonlySet<string>) =>
  listedKinds.flatMap((kind) =>
    [...collectionOf(tenant, kind).keys()]
      .filter((id) => !knownIds.has(id))
      .map((id) => ({ kind: kind.name, id })),
  );

/** Those that these messages did not tell to look for: by id, or one of its kind for each message. */
export function untold(found: { kind: string; id: string }[], messages: string[]): string[] {
  const unnamed = found.filter(({ id }) => !messages.some((message) => message.includes(id)));
  const budget = new Map<string, number>();
  for (const message of messages) {
    const kind = /Look for a new (\w+) in the tenant/.exec(message)?.[1];
    if (kind) budget.set(kind, (budget.get(kind) ?? 0) + 1);
  }
  return unnamed.flatMap(({ kind, id }) => {
    const left = budget.get(kind) ?? 0;
    budget.set(kind, left - 1);
    return left > 0 ? [] : [`${kind} ${id} is in the tenant, and no state and no message knows it`];
  });
}

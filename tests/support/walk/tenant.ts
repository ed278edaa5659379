import { isDeepStrictEqual } from "node:util";
import type { Tenant } from "../../../emulator/src";
import { canonical } from "../../../provider/schema/normalize";
import type { Props } from "../../../provider/shared/json";
import { secretProperties } from "../engine/secretValues";
import { collectionOf, wire, wireName } from "../tenant/objects";
import { kindNamed, listedKinds } from "../values/kinds";

/** An object as a state describes it. */
export interface Claim {
  kind: string;
  id: string;
  inputs: Props;
}

/** Makes values comparable: every array is a set, and secrets are left out unless requested. */
export function comparable(kind: string, value: unknown, withSecrets: boolean): unknown {
  const secrets = [...secretProperties(kind).keys()].map(wireName);
  return JSON.parse(JSON.stringify(value ?? null), (key, item) => {
    if (!withSecrets && secrets.includes(key)) return undefined;
    return Array.isArray(item) ? item.map(canonical).sort() : item;
  });
}

export const stored = (tenant: Tenant, { kind, id }: Pick<Claim, "kind" | "id">) =>
  collectionOf(tenant, kindNamed(kind)).get(id);

/** Lists where the tenant differs from a claim, in these inputs or in all. */
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

/** The outputs that only Auth0 sets. */
export function setByService(tenant: Tenant, of: Pick<Claim, "kind" | "id">): object {
  const { created_at: createdAt, updated_at: updatedAt } = stored(tenant, of) ?? {};
  return { tenant: tenant.domain, ...(createdAt ? { createdAt, updatedAt } : {}) };
}

/** The tenant's objects that are neither in a state nor added by others. */
export const unknownObjects = (tenant: Tenant, knownIds: ReadonlySet<string>) =>
  listedKinds.flatMap((kind) =>
    [...collectionOf(tenant, kind).keys()]
      .filter((id) => !knownIds.has(id))
      .map((id) => ({ kind: kind.name, id })),
  );

/** The objects that no message reports, by id or as one new object of a kind. */
export function unreported(found: { kind: string; id: string }[], messages: string[]): string[] {
  const unnamed = found.filter(({ id }) => !messages.some((message) => message.includes(id)));
  const budget = new Map<string, number>();
  for (const message of messages) {
    const kind = /Look for a new (\w+) in the tenant/.exec(message)?.[1];
    if (kind) budget.set(kind, (budget.get(kind) ?? 0) + 1);
  }
  return unnamed.flatMap(({ kind, id }) => {
    const left = budget.get(kind) ?? 0;
    budget.set(kind, left - 1);
    return left > 0 ? [] : [`${kind} ${id} is in the tenant, but in no state and no message`];
  });
}

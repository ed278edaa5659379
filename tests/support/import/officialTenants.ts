import type { Tenant } from "../../../emulator/src";
import { fixture } from "../officialStates";

/** A text of the fixtures whose secrets are canaries. */
export const withCanaries = (text: string): string => text.replaceAll("fixture-", "canary-");

/** The secrets of each tenant of the fixtures, by the keys of the configuration that an import gives them. */
export const officialSecrets: Record<string, string> = {
  basicPassword: "canary-password",
  bearerToken: "canary-token",
  headerHeaderValue: "canary-header-value",
};

/** Puts the objects of a tenant of the fixtures into a tenant, without requests. */
export function fillOfficial({ streams, policies }: Tenant, fixtureName: string): string[] {
  const stored = JSON.parse(withCanaries(fixture(fixtureName)));
  for (const stream of stored.streams) streams.set(stream.id, stream);
  for (const policy of stored.policies) policies.set(policy.id, policy);
  return [...stored.streams, ...stored.policies].map(({ id }) => id).sort();
}

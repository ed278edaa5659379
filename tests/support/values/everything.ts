import { EventStream, GuardianFcmv1Provider, RateLimitPolicy } from "../../../sdk";
import { canaries, policies, streams } from "./samples";

/** A program with every destination type, method and action, and the push credentials. */
export async function everything(): Promise<void> {
  for (const [name, args] of Object.entries(streams)) new EventStream(name, args);
  for (const [name, args] of Object.entries(policies)) new RateLimitPolicy(name, args);
  new GuardianFcmv1Provider("push", { serverCredentials: canaries.serverCredentials });
}

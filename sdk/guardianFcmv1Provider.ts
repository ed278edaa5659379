import * as pulumi from "@pulumi/pulumi";
import { guardianFcmv1Provider } from "../provider/resources";
import { dynamicPackage, NativeResource } from "./nativeResource";
import type { GuardianFcmv1ProviderArgs, GuardianFcmv1ProviderOutputs } from "./types";

export interface GuardianFcmv1Provider extends GuardianFcmv1ProviderOutputs {}

/** By run of a program, the providers for which it has the resource already. */
const taken = new WeakMap<object, Set<unknown>>();

/**
 * The tenant's FCM v1 push credentials: one in a program for each tenant.
 *
 * Creating it overwrites what the tenant had. The service never answers the credentials, so drift
 * cannot be verified, and has no way to delete them, so destroying it leaves them in the tenant.
 */
export class GuardianFcmv1Provider extends NativeResource {
  constructor(name: string, args: GuardianFcmv1ProviderArgs, opts?: pulumi.CustomResourceOptions) {
    super(guardianFcmv1Provider, name, args, opts);
    this.takeTenant(name);
  }

  private takeTenant(name: string): void {
    const run = pulumi.runtime.getStackResource();
    if (run === undefined) return;
    const provider = this.getProvider(`${dynamicPackage}::`) ?? "default";
    const providers = taken.get(run) ?? new Set();
    if (providers.has(provider)) {
      throw new pulumi.ResourceError(
        `GuardianFcmv1Provider "${name}" is the second for its tenant: a tenant has one set of push credentials, and two would overwrite each other in every update. Keep one, or give this one a Provider of its own.`,
        this,
      );
    }
    taken.set(run, providers.add(provider));
  }
}

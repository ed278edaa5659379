import {
  ResourceHook,
  type ResourceHookBinding,
  type ResourceHookFunction,
  type ResourceHookOptions,
} from "@pulumi/pulumi/resource";
import { hasMocks } from "./mocks";

export const resourceHook = (
  name: string,
  callback: ResourceHookFunction,
  opts?: ResourceHookOptions,
): ResourceHook =>
  hasMocks() ? unregisteredHook(name, callback, opts) : new ResourceHook(name, callback, opts);

/** Pulumi's mocks can't register hooks, so a resource would wait forever for one from the constructor. */
const unregisteredHook = (
  name: string,
  callback: ResourceHookFunction,
  opts?: ResourceHookOptions,
): ResourceHook => {
  const fields = { name, callback, opts, __pulumiResourceHook: true, __registered: undefined };
  return Object.assign(Object.create(ResourceHook.prototype), fields);
};

/** Functions become hooks with the names of Pulumi: prepareHooks in its sdk/nodejs/runtime/resource.ts. */
export function namedHooks(type: string, name: string, hooks: ResourceHookBinding) {
  const entries = Object.entries(hooks).map(([kind, list]: [string, unknown[]?]) => [
    kind,
    list?.map((hook, index) =>
      typeof hook === "function"
        ? resourceHook(`${type}_${name}_${kind}_${index}`, hook as ResourceHookFunction)
        : hook,
    ),
  ]);
  return Object.fromEntries(entries) as ResourceHookBinding;
}

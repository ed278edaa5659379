import {
  ResourceHook,
  type ResourceHookBinding,
  type ResourceHookFunction,
  type ResourceHookOptions,
} from "@pulumi/pulumi/resource";
import { hasMocks } from "./mocks";
import { programError } from "./programError";

/** The code UNIMPLEMENTED of gRPC, by which a language host answers calls that are newer than itself. */
const unimplemented = 12;

/** A hook that fails with one line, not with Pulumi's call stack, where the language host is too old. */
export function resourceHook(
  name: string,
  callback: ResourceHookFunction,
  opts?: ResourceHookOptions,
): ResourceHook {
  if (hasMocks()) return unregisteredHook(name, callback, opts);
  const hook = new ResourceHook(name, callback, opts) as Registered;
  hook.__registered = hook.__registered.catch((error) => {
    throw error.code === unimplemented ? programError(tooOld(name)) : error;
  });
  return hook;
}

/** Pulumi's mocks can't register hooks, so a resource would wait forever for one from the constructor. */
const unregisteredHook = (
  name: string,
  callback: ResourceHookFunction,
  opts?: ResourceHookOptions,
): ResourceHook => {
  const fields = { name, callback, opts, __pulumiResourceHook: true, __registered: undefined };
  return Object.assign(Object.create(ResourceHook.prototype), fields);
};

/** What Pulumi awaits before it registers a resource with the hook. Its type declarations omit it. */
type Registered = ResourceHook & { __registered: Promise<void> };

const tooOld = (name: string) =>
  `The resource hook "${name}" needs a newer Node.js language host than this Pulumi CLI has. ` +
  "Install a current release of the CLI (https://www.pulumi.com/docs/install/), or remove the hook.";

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

import { type Inputs, Output, secret } from "@pulumi/pulumi/output";
import { CustomResource, type CustomResourceOptions } from "@pulumi/pulumi/resource";
import type { ResourceDefinition } from "../provider/resources/definition";
import { resourceSchema, type Schema } from "../provider/schema/packageSchema";
import { hasSecret } from "../provider/schema/secrets";
import { propertyOfAnyBranch } from "../provider/schema/traverse";
import type { Props } from "../provider/shared/json";
import { providerKey, providerText, reportedBySdkKey } from "../provider/stateContract";
import { type Adapter, currentAdapter } from "./adapter";
import { checkArguments } from "./checkArguments";
import { displayError, errorsDisplayed } from "./displayErrors";
import { previewValues } from "./previewValues";
import { resourceOptions } from "./resourceOptions";
import { type Callee, nameCallerOf } from "./sourcePosition";

/** The base of every resource class. */
export abstract class NativeResource extends CustomResource {
  /** `exportedClass` is the class that programs call, or derive their own from. */
  constructor(
    exportedClass: Callee & { get?: Callee },
    definition: ResourceDefinition,
    name: string,
    args: object,
    opts: CustomResourceOptions = {},
  ) {
    const { inputs, outputs } = resourceSchema(definition.name);
    const adapter = currentAdapter();
    const errors = checkArguments(adapter, definition, name, args, opts);
    for (const error of errors) displayError(`${definition.name} "${name}": ${error}`);
    const isInvalid = errors.length > 0;
    const isRead = opts.id !== undefined || opts.urn !== undefined;
    const checkedInputs = () => (isRead ? args : (wrapSecrets(inputs, args) as object));

    // Pulumi sets only those outputs as properties of the object whose keys are in `props`.
    const keys = Object.keys({ ...inputs.properties, ...outputs.properties });
    const props = {
      ...Object.fromEntries(keys.map((key) => [key, undefined])),
      // Invalid inputs are not sent.
      ...(isInvalid ? {} : checkedInputs()),
      ...propsOfAdapter(adapter, definition.name, isInvalid),
    };

    const { id: _id, urn: _urn, import: _import, ...optionsOfCreate } = opts;
    const stackTraces = nameCallerOf(
      isRead && exportedClass.get ? [exportedClass.get, exportedClass] : [exportedClass],
    );
    try {
      super(
        adapter.typeToken(definition.name),
        name,
        props,
        resourceOptions(adapter, definition, name, args, isInvalid ? optionsOfCreate : opts),
      );
    } finally {
      stackTraces.restore();
    }
  }
}

/**
 * One of these properties is a Promise: Pulumi registers a resource when its properties are known, and so
 * not before every error of the program is shown. The provider refuses a resource with the marker for
 * reported errors; Pulumi does not send a property that is undefined.
 *
 * Other dynamic resources store their provider's serialized code in the state. These store a constant that
 * loads the installed package: it is small and equal on every machine, and refresh and destroy run the
 * installed version. It never changes after 1.0.
 */
function propsOfAdapter({ servedBy }: Adapter, resourceName: string, isInvalid: boolean): Inputs {
  const displayed = errorsDisplayed();
  if (servedBy === "plugin") {
    return { [reportedBySdkKey]: displayed.then(() => isInvalid || undefined) };
  }
  return {
    ...(isInvalid && { [reportedBySdkKey]: true }),
    [providerKey]: displayed.then(() => providerText(resourceName)),
  };
}

/**
 * Marks every value that the schema calls secret. A plain value is marked alone, so that plans show
 * its neighbours. An Output or a Promise that can hold a secret is marked as a whole, because its
 * parts are not known yet.
 */
function wrapSecrets(schema: Schema, value: unknown): unknown {
  if (value === undefined || value === null || !hasSecret(schema)) return value;
  if (schema.secret || Output.isInstance(value) || value instanceof Promise) {
    return secret(value);
  }
  if (Array.isArray(value)) return value.map((item) => wrapSecrets(schema.items ?? {}, item));
  if (typeof value !== "object") return value;
  const known = previewValues(value) as Props;
  const entries = Object.entries(value).map(([key, item]) => [
    key,
    wrapSecrets(propertyOfAnyBranch(schema, known, key), item),
  ]);
  return Object.fromEntries(entries);
}

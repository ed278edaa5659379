import * as pulumi from "@pulumi/pulumi";
import type { ResourceDefinition } from "../provider/resources/definition";
import { resourceSchema } from "../provider/schema/packageSchema";
import { providerKey, providerText, reportedBySdkKey, typeToken } from "../provider/stateContract";
import { checkArguments } from "./checkArguments";
import { displayError, errorsDisplayed } from "./displayErrors";
import { type Callee, nameCallerOf } from "./sourcePosition";
import { wrapSecrets } from "./wrapSecrets";

/**
 * The base of every resource class. Other dynamic resources store their provider's serialized code
 * in the state. These store a constant that loads the installed package: it is small and equal on
 * every machine, and refresh and destroy run the installed version. It never changes after 1.0.
 */
export abstract class NativeResource extends pulumi.CustomResource {
  /** `exportedClass` is the class that programs call, or derive their own from. */
  constructor(
    exportedClass: Callee & { get?: Callee },
    definition: ResourceDefinition,
    name: string,
    args: object,
    opts: pulumi.CustomResourceOptions = {},
  ) {
    const { inputs, outputs } = resourceSchema(definition.name);
    const errors = checkArguments(definition, name, args, opts);
    for (const error of errors) displayError(`${definition.name} "${name}": ${error}`);
    const isInvalid = errors.length > 0;
    const isRead = opts.id !== undefined || opts.urn !== undefined;
    const checkedInputs = () => (isRead ? args : (wrapSecrets(inputs, args) as object));

    // Pulumi sets only those outputs as properties of the object whose keys are in `props`.
    const keys = Object.keys({ ...inputs.properties, ...outputs.properties });
    const props = {
      ...Object.fromEntries(keys.map((key) => [key, undefined])),
      // The provider refuses a resource with this marker; invalid inputs are not sent.
      ...(isInvalid ? { [reportedBySdkKey]: true } : checkedInputs()),
      [providerKey]: errorsDisplayed().then(() => providerText(definition.name)),
    };

    const { id: _id, urn: _urn, import: _import, ...optionsOfCreate } = opts;
    const stackTraces = nameCallerOf(
      isRead && exportedClass.get ? [exportedClass.get, exportedClass] : [exportedClass],
    );
    try {
      super(typeToken(definition.name), name, props, isInvalid ? optionsOfCreate : opts);
    } finally {
      stackTraces.restore();
    }
  }
}

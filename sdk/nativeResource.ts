import * as log from "@pulumi/pulumi/log";
import { type Inputs, secret } from "@pulumi/pulumi/output";
import {
  CustomResource,
  type CustomResourceOptions,
  type ResourceTransformation,
  type ResourceTransformationResult,
} from "@pulumi/pulumi/resource";
import type { ResourceDefinition } from "../provider/resources/definition";
import { type ObjectSchema, resourceSchema } from "../provider/schema/packageSchema";
import { hasSecret, mayBeSecret } from "../provider/schema/secrets";
import { isUnknown } from "../provider/schema/unknown";
import { childrenOf, type Place, rootPlace } from "../provider/schema/walk";
import { isObject, type Json, type Props } from "../provider/shared/json";
import { providerKey, providerText, toldKey } from "../provider/stateStrings";
import { type Adapter, currentAdapter } from "./adapter";
import { checkArguments, isOutputOrPromise } from "./checkArguments";
import { displayErrors, errorsDisplayed } from "./displayErrors";
import { ignoredNeighbours } from "./ignoredNeighbours";
import { normalizedInputs } from "./normalizedInputs";
import { previewValues } from "./previewValues";
import { resourceOptions } from "./resourceOptions";
import { recordTransforms, withLastTransformation } from "./transformations";

// Programs import the package before they make a component, unless they are inline.
recordTransforms();

export abstract class NativeResource extends CustomResource {
  constructor(
    definition: ResourceDefinition,
    name: string,
    args: object,
    opts: CustomResourceOptions = {},
  ) {
    recordTransforms();
    const adapter = currentAdapter();
    const isBag = isObject(args ?? {}) && !isOutputOrPromise(args);
    const { stackTraceLimit } = Error;
    const last: ResourceTransformation = ({ props, opts }) => {
      const registration = checkedRegistration(
        adapter,
        definition,
        name,
        isBag ? props : args,
        opts,
      );
      // Pulumi makes four promises for each property, and takes a stack trace of each. For a preview of 500
      // resources, this would be a quarter of the time.
      Error.stackTraceLimit = 0;
      return registration;
    };
    try {
      super(adapter.typeToken(definition.name), name, isBag ? { ...args } : {}, {
        ...opts,
        transformations: withLastTransformation(opts, last),
      });
    } finally {
      Error.stackTraceLimit = stackTraceLimit;
    }
  }
}

const isRead = ({ id, urn }: CustomResourceOptions) => id !== undefined || urn !== undefined;

/** What Pulumi registers of a resource, whose errors are shown. */
function checkedRegistration(
  adapter: Adapter,
  definition: ResourceDefinition,
  name: string,
  args: Inputs,
  opts: CustomResourceOptions,
): ResourceTransformationResult {
  const { inputs, outputs } = resourceSchema(definition.name);
  const errors = checkArguments(adapter, definition, name, args, opts);
  const withName = (message: string) => `${definition.name} "${name}": ${message}`;
  displayErrors(errors.map(withName));
  const isInvalid = errors.length > 0;
  if (!isInvalid) {
    for (const warning of ignoredNeighbours(inputs, args, opts)) void log.warn(withName(warning));
  }
  const checkedInputs = () => (isRead(opts) ? args : registeredInputs(inputs, args));

  // Pulumi sets only those outputs as properties of the object whose keys are in `props`.
  const keys = Object.keys({ ...inputs.properties, ...outputs.properties });
  const props = {
    ...Object.fromEntries(keys.map((key) => [key, undefined])),
    // Invalid inputs are not sent.
    ...(isInvalid ? {} : checkedInputs()),
    ...propsOfAdapter(adapter, definition.name, isInvalid),
  };

  const { id: _id, urn: _urn, import: _import, ...optionsOfCreate } = opts;
  const options = isInvalid ? optionsOfCreate : opts;
  return { props, opts: resourceOptions(adapter, definition, name, args, options) };
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
    return { [toldKey]: displayed.then(() => isInvalid || undefined) };
  }
  return {
    ...(isInvalid && { [toldKey]: true }),
    [providerKey]: displayed.then(() => providerText(resourceName)),
  };
}

function registeredInputs(schema: ObjectSchema, args: Inputs): object {
  const normalized = normalizedInputs(schema, args);
  return wrapSecrets(rootPlace(schema, previewValues(normalized) as Json), normalized) as object;
}

/**
 * Marks every value that the schema calls secret. A plain value is marked alone, so that plans show
 * its neighbours. An Output or a Promise that can hold a secret is marked as a whole, because its
 * parts are not known yet. `place` has the value as a preview knows it.
 */
function wrapSecrets(place: Place, value: unknown): unknown {
  if (mayBeSecret(place)) return secret(value);
  if (!hasSecret(place.schema)) return value;
  if (isUnknown(place.value)) return secret(value);
  if (typeof place.value !== "object") return value;
  const wrapped = childrenOf(place, { everyBranch: true }).map((child): [string, unknown] => {
    const key = String(child.path.at(-1));
    return [key, wrapSecrets(child, (value as Props)[key])];
  });
  return Array.isArray(value) ? wrapped.map(([, item]) => item) : Object.fromEntries(wrapped);
}

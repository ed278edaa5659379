import { resourceSchema } from "../../../provider/schema/packageSchema";
import { mapSecrets } from "../../../provider/schema/secrets";
import type { Json, Props } from "../../../provider/shared/json";
import {
  pluginTypeToken,
  providerKey,
  providerText,
  secretSignature,
  signatureKey,
  typeToken,
} from "../../../provider/stateStrings";
import type { PlannedObject } from "../importPlan";

/** The file for `pulumi import`, which may have secrets. */
export const importFileName = "import.json";

/**
 * The file for `pulumi import --file`. If the dynamic provider serves the resources, the file has the
 * objects' secrets in plain text, so only its owner may read it.
 */
export function importFile(objects: PlannedObject[], isPlugin: boolean): string {
  const resources = objects.map((object) => ({
    type: isPlugin ? pluginTypeToken(object.kind) : typeToken(object.kind),
    name: object.name,
    id: object.id,
    ...(isPlugin ? {} : dynamicState(object)),
  }));
  return `${JSON.stringify({ resources }, null, 2)}\n`;
}

export type ImportedState = Pick<PlannedObject, "kind" | "inputs" | "outputs">;

/**
 * The state of an object, because Pulumi can't read one through the dynamic provider. The plugin reads its
 * objects. With such a state, Pulumi would write secrets into the generated program in plain text.
 */
export function dynamicState({ kind, inputs, outputs }: ImportedState): Props {
  const stored = (props: Props): Json => ({
    ...(mapSecrets(resourceSchema(kind).inputs, props, secretMark) as Props),
    [providerKey]: providerText(kind),
  });
  return { inputs: stored(inputs), outputs: stored(outputs) };
}

/** A secret in the form of import files. The engine would decrypt any other form. */
const secretMark = (value: Json): Json => ({
  [signatureKey]: secretSignature,
  plaintext: JSON.stringify(value),
});

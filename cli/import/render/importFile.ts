import { resourceSchema } from "../../../provider/schema/packageSchema";
import { mapSecrets } from "../../../provider/schema/secrets";
import type { Json, Props } from "../../../provider/shared/json";
import {
  providerKey,
  providerText,
  secretSignature,
  signatureKey,
} from "../../../provider/stateContract";
import type { Language } from "../languages";
import type { PlannedObject } from "../plan";

/**
 * The file for `pulumi import --file`. It contains secrets in plain text if the objects have them and the
 * dynamic provider serves the resources: only its owner may read it.
 */
export function importFile(objects: PlannedObject[], language: Language): string {
  const resources = objects.map((object) => ({
    type: language.typeToken(object.kind),
    name: object.name,
    id: object.id,
    ...(language.servedByPlugin ? {} : dynamicState(object)),
  }));
  return `${JSON.stringify({ resources }, null, 2)}\n`;
}

/**
 * What the state gets: Pulumi cannot read an object through the dynamic provider. For the plugin there
 * is no such state, since Pulumi would write its secrets into the generated program in plain text.
 */
function dynamicState({ kind, inputs, outputs }: PlannedObject): Props {
  const stored = (props: Props): Json => ({
    ...(mapSecrets(resourceSchema(kind).inputs, props, secretMark) as Props),
    [providerKey]: providerText(kind),
  });
  return { inputs: stored(inputs), outputs: stored(outputs) };
}

/** A secret as import files have it: the engine decrypts any other form. */
const secretMark = (value: Json): Json => ({
  [signatureKey]: secretSignature,
  plaintext: JSON.stringify(value),
});

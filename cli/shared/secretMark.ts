import type { Props } from "../../provider/shared/json";

/**
 * Pulumi's mark of a secret in states and events: `specialSigKey` and `specialSecretSig` in
 * sdk/nodejs/runtime/rpc.ts of pulumi/pulumi.
 */
const signatureKey = "4dabf18193072939515e22adb298388d";
const secretSignature = "1b47061264138c4ac30d75fd1eb44270";

/** Whether Pulumi marks a value as a secret. */
export const isSecretMark = (value: Props): boolean => value[signatureKey] === secretSignature;

import { isObject, type Json, mapProps } from "../../../provider/shared/json";
import { isSecretMark } from "../../../provider/stateContract";

/** Whether a value has a secret that only the stack's secrets provider can decrypt. */
export function hasCiphertext(value: Json | undefined): boolean {
  if (Array.isArray(value)) return value.some(hasCiphertext);
  if (!isObject(value)) return false;
  if (isSecretMark(value)) return value.plaintext === undefined;
  return Object.values(value).some(hasCiphertext);
}

/**
 * A value of a state without the marks of secrets, which may be around any part of it. `plaintext` is
 * JSON; one that is not is left out, since an error would quote it.
 */
export function withoutSecretMarks(value: Json | undefined): Json | undefined {
  if (Array.isArray(value)) return value.map((item) => withoutSecretMarks(item) ?? null);
  if (!isObject(value)) return value;
  return isSecretMark(value)
    ? withoutSecretMarks(parsed(value.plaintext))
    : mapProps(value, withoutSecretMarks);
}

function parsed(plaintext: Json | undefined): Json | undefined {
  if (typeof plaintext !== "string") return undefined;
  try {
    return JSON.parse(plaintext);
  } catch {
    return undefined;
  }
}

import { isObject, type Json } from "../../provider/shared/json";

/**
 * A sentence for each text that Pulumi would change: its protocol has no half of a character (an unpaired
 * surrogate), so the state would always differ from the program.
 */
export function brokenTexts(value: Json, path = ""): string[] {
  if (typeof value === "string") {
    return /\p{Surrogate}/u.test(value)
      ? [
          `${path} has half of a character (an unpaired surrogate), which Pulumi cannot store: correct it in the tenant`,
        ]
      : [];
  }
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => brokenTexts(item, `${path}[${index}]`));
  }
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, item]) =>
    brokenTexts(item, path === "" ? key : `${path}.${key}`),
  );
}

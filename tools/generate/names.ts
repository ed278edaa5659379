import { wireName } from "../../provider/schema/codec";

/** Names that the SDKs of the languages have, as Pulumi's generators make them of those in schema.json. */

/** Of the keywords, only those without capital letters: no property has one. */
const pythonKeywords = new Set(
  `and as assert async await break class continue def del elif else except finally for from global if
  import in is lambda nonlocal not or pass raise return try while with yield`.split(/\s+/),
);

/** `event_type` for `eventType`, `from_` for `from`. */
export function nameInPython(key: string): string {
  const name = wireName(key);
  return pythonKeywords.has(name) ? `${name}_` : name;
}

/** `EventType` for `eventType`; C# has the same names. */
export const nameInGo = (key: string) => key.charAt(0).toUpperCase() + key.slice(1);

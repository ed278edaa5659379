import { wireName } from "../../provider/schema/codec";

/** The keywords of Python that a property's name can be. None of these has capital letters. */
const pythonKeywords = new Set(
  `and as assert async await break class continue def del elif else except finally for from global if
  import in is lambda nonlocal not or pass raise return try while with yield`.split(/\s+/),
);

/** `event_type` for `eventType`, `from_` for `from`. */
function nameInPython(key: string): string {
  const name = wireName(key);
  return pythonKeywords.has(name) ? `${name}_` : name;
}

/** `EventType` for `eventType`; C# has the same names. */
export const nameInGo = (key: string) => key.charAt(0).toUpperCase() + key.slice(1);

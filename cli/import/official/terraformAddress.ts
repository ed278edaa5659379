import type { Json } from "../../../provider/shared/json";

/** The key of an instance in `for_each` or its index in `count`; absent without either. */
type InstanceKey = string | number | undefined;

export function instanceKey(value: Json | undefined): InstanceKey {
  return typeof value === "string" || typeof value === "number" ? value : undefined;
}

/** `[0]` or `["key"]` as Terraform writes it in addresses. */
export function keySuffix(key: InstanceKey): string {
  if (key === undefined) return "";
  return typeof key === "number" ? `[${key}]` : `[${quoteHcl(key)}]`;
}

/** A string of Terraform's language: `toHCLQuotedString` in internal/addrs of hashicorp/terraform. */
function quoteHcl(text: string): string {
  const escaped = text
    .replace(/["\\]/g, "\\$&")
    .replace(/[$%](?=\{)/g, "$&$&")
    .replace(/\n/g, "\\n")
    .replace(/\r/g, "\\r")
    .replace(/\t/g, "\\t")
    .replace(notPrintable, escapeCodePoint);
  return `"${escaped}"`;
}

const notPrintable = /[\p{C}\p{Zl}\p{Zp}]|(?! )\p{Zs}/gu;

function escapeCodePoint(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const hex = code.toString(16);
  return code > 0xffff ? `\\U${hex.padStart(8, "0")}` : `\\u${hex.padStart(4, "0")}`;
}

/** An instance key at the end of a step of an address; quotes in a string are escaped. */
const key = /\[(\d+|"(?:[^"\\]|\\.)*")\]/g;

/** The address of a resource or module without instance keys: those of modules are keys too. */
export const withoutKeys = (address: string): string => address.replace(key, "");

/** The names and keys of the modules in an address: `["eu", "north"]` for `module.eu["north"]`. */
export function moduleWords(address: string): string[] {
  if (address === "") return [];
  const keys: string[] = [];
  const names = address.replace(key, (_key, text: string) => {
    keys.push(text.startsWith('"') ? unquote(text) : text);
    return `[${keys.length - 1}]`;
  });
  return names.split(".").flatMap((step) => {
    if (step === "module") return [];
    const [, name = step, index] = /^(.*)\[(\d+)\]$/.exec(step) ?? [];
    return index === undefined ? [name] : [name, keys[Number(index)] ?? ""];
  });
}

/** For a name only, so escapes of characters that cannot be seen may stay. */
const unquote = (text: string): string => text.slice(1, -1).replace(/\\(["\\])/g, "$1");

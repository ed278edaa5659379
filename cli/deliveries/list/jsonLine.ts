import type { Json } from "../../../provider/shared/json";

/**
 * A value as one line of JSON. Texts from outside must not change a terminal, nor be a command of a CI
 * runner, which `##[` begins: such characters are escapes of JSON.
 */
export const jsonLine = (value: Json): string =>
  JSON.stringify(value)
    .replace(/[\u007f-\uffff]/g, escapeUnit)
    .replaceAll("##[", "#\\u0023[");

const escapeUnit = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;

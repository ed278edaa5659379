import type { Props } from "../../../provider/shared/json";

/** A copy as plain JSON: the form in which the engine passes values to a provider. */
export const jsonCopy = (value: unknown): Props => JSON.parse(JSON.stringify(value));

/**
 * The strings that the engine sends for values that are not known yet, by type. Repeated here rather
 * than imported, so that the tests notice a wrong one.
 */
export const sentinels = [
  ["text", "04da6b54-80e4-46f7-96ec-b56ff0331ba9"],
  ["boolean", "1c4a061d-8072-4f0a-a4cb-0ff528b18fe7"],
  ["number", "3eeb2bf0-c639-47a8-9e75-3b44932eb421"],
  ["array", "6a19a0b0-7e62-4c92-b797-7f8e31da9cc2"],
  ["asset", "030794c1-ac77-496b-92df-f27374a8bd58"],
  ["archive", "e48ece36-62e2-4504-bad9-02848725956a"],
  ["object", "dd056dcd-154b-4c76-9bd3-c8f88648b5ff"],
] as const;
export const unknown: string = sentinels[0][1];

/** Stands for a value that is not known yet: the sentinel of strings, for outputs of every type. */
export const unknownValue = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

/**
 * The strings that stand for values that are not known yet in a preview, one for each type
 * (pulumi/pulumi, sdk/go/common/resource/plugin/rpc.go).
 */
export const sentinels = [
  unknownValue,
  "1c4a061d-8072-4f0a-a4cb-0ff528b18fe7",
  "3eeb2bf0-c639-47a8-9e75-3b44932eb421",
  "6a19a0b0-7e62-4c92-b797-7f8e31da9cc2",
  "030794c1-ac77-496b-92df-f27374a8bd58",
  "e48ece36-62e2-4504-bad9-02848725956a",
  "dd056dcd-154b-4c76-9bd3-c8f88648b5ff",
];

/** A string that interpolates an unknown value is itself unknown. */
export function isUnknown(value: unknown): boolean {
  return typeof value === "string" && sentinels.some((sentinel) => value.includes(sentinel));
}

/** Whether a value is unknown, or any value within it. */
export function containsUnknown(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return isUnknown(value);
  return Object.values(value).some(containsUnknown);
}

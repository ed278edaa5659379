import { idForm } from "../api/operation";
import type { ResourceDefinition } from "./definition";

/** Why a text cannot be the id of a resource; undefined if it can. */
export function idViolation(
  { name, idLength }: ResourceDefinition,
  id: string,
): string | undefined {
  if (!idLength) return undefined;
  const refused = `${JSON.stringify(id)} is not an id of ${name}: it must`;
  const { min, max } = idLength;
  if (id.length < min || id.length > max) {
    const allowed = min === max ? `${max}` : `at most ${max}`;
    return `${refused} have ${allowed} characters, not ${id.length}`;
  }
  return idForm.test(id) ? undefined : `${refused} consist of letters, digits, _ and -`;
}

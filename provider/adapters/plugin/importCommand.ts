import { shellQuoted, shellWord } from "../../shared/shellWord";
import { parseUrn } from "../../shared/urn";
import type { Owners } from "./owners";

/**
 * The commands that import an object as the resource with this URN, by the object's id.
 */
export function importCommand(
  urn: string,
  provider: { explicitUrn(): string | undefined },
): (id: string) => string {
  const { types, name } = parseUrn(urn);
  const hasParent = types.length > 1;
  const explicitUrn = provider.explicitUrn();
  return (id) =>
    [
      "pulumi import",
      shellWord(types.at(-1) ?? ""),
      nameWord(name),
      id,
      // Without its parent, the object would get another URN than the resource of the program.
      ...(hasParent ? ["--parent 'parent=<URN of the parent>'"] : []),
      ...(explicitUrn === undefined ? [] : [`--provider ${shellWord(`provider=${explicitUrn}`)}`]),
    ].join(" ");
}

/** How the user adopts an object by such a command. */
export const adoptionBy =
  (commandFor: (id: string) => string, owners: Pick<Owners, "idInState">, urn: string) =>
  (id: string): string => {
    const command = `\`${commandFor(id)}\``;
    const former = owners.idInState(urn);
    if (former === undefined) return `To adopt it with an import, run ${command}.`;
    // An update that is stopped during a replacement leaves the old object in the state.
    const inState = `The state already has this resource${former && ` (${former})`}.`;
    return `${inState} To adopt the object with an import, first run \`pulumi state delete ${shellQuoted(urn)}\`, which deletes nothing in the tenant.\nThen run ${command}.`;
  };

/** A name with characters that no line shows cannot be copied from a message. */
const nameWord = (name: string) =>
  /[\p{C}\p{Zl}\p{Zp}]/u.test(name) ? "<name of the resource in the program>" : shellWord(name);

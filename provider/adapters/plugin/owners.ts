import { shellQuoted } from "../../shared/shellWord";

/**
 * Which resource of the program has an object, by the object's id. A program can give one object to two
 * resources, for instance by an import; the object is deleted as soon as one of the two leaves the program.
 * A process knows the resources that the engine has checked and diffed, and those that it has created.
 */
export class Owners {
  private readonly urnsById = new Map<string, string>();
  /** The engine checks a program's resources. In a refresh it diffs without a check, by the state's URNs. */
  private readonly checkedUrns = new Set<string>();

  check(urn: string): void {
    this.checkedUrns.add(urn);
  }

  /** Throws if another resource of the program has the object. */
  diff(id: string, urn: string): void {
    if (!this.checkedUrns.has(urn)) return;
    const owner = this.ownerBeside(id, urn);
    if (owner !== undefined) {
      throw new Error(
        `Two resources manage ${id}: ${owner} and ${urn}. Nothing was sent.\n` +
          "Remove one of them from the program, and from the state with `pulumi state delete <urn>`, which doesn't change the object.",
      );
    }
    this.urnsById.set(id, urn);
  }

  /** The object that the resource had before may be deleted under an older URN, which an alias names. */
  create(id: string, urn: string): void {
    for (const [former, owner] of this.urnsById) if (owner === urn) this.urnsById.delete(former);
    this.urnsById.set(id, urn);
  }

  /** Throws if another resource of the program has the object. */
  delete(id: string, urn: string): void {
    const owner = this.ownerBeside(id, urn);
    if (owner === undefined) return;
    throw new Error(
      `${id} wasn't deleted, because ${owner} manages it, too.\n` +
        `If that is this resource's new name (through an alias), rename the resource in a separate update, without a replacement.\n` +
        `Otherwise, remove ${urn} only from the state: \`pulumi state delete ${shellQuoted(urn)}\`.`,
    );
  }

  /** As for a create, where the object is deleted before the new one is created. */
  replace(id: string): void {
    this.urnsById.delete(id);
  }

  private ownerBeside(id: string, urn: string): string | undefined {
    const owner = this.urnsById.get(id);
    return owner === urn ? undefined : owner;
  }
}

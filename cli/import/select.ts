import type { StackObject } from "../shared/stackObjects";
import type { TenantObject } from "../shared/tenantObjects";
import type { ImportOptions } from "./options";

type Selection = Pick<ImportOptions, "id" | "name">;

/** The selected objects that no stack manages. Throws if an id can't be imported. */
export function select(
  objects: TenantObject[],
  inStacks: StackObject[],
  { id: ids = [], name: names = [] }: Selection,
): TenantObject[] {
  const knownIds = new Set(inStacks.map(({ id }) => id));
  const unknown = objects.filter(({ id }) => !knownIds.has(id));
  const unknownIds = new Set(unknown.map(({ id }) => id));
  const missing = ids.filter((id) => !unknownIds.has(id)).map((id) => whyMissing(id, inStacks));
  if (missing.length > 0) throw new Error(missing.join("\n"));

  const selected = unknown.filter(selector({ id: ids, name: names }));
  if (selected.length === 0 && names.length > 0 && unknown.length > 0) {
    throw new Error(
      `No unmanaged object has a name like ${names.join(" or ")}. To see them all, pass --list.`,
    );
  }
  return selected;
}

export function selector({ id: ids = [], name: names = [] }: Selection) {
  const patterns = names.map(patternOf);
  return ({ id, label }: Pick<TenantObject, "id" | "label">): boolean =>
    (ids.length === 0 || ids.includes(id)) &&
    (patterns.length === 0 || patterns.some((pattern) => pattern.test(label)));
}

function whyMissing(id: string, inStacks: StackObject[]): string {
  const holder = inStacks.find((one) => one.id === id);
  if (holder?.isOfficial) {
    return `${id} is in the stack ${holder.stack}, as ${holder.kind} "${holder.name}" of the official provider. To import it, pass --from-pulumi ${holder.stack}`;
  }
  return holder
    ? `${id} is already in the stack ${holder.stack}, as ${holder.kind} "${holder.name}"`
    : `the tenant has no object with the ID ${id}. To see the objects that no stack manages, pass --list`;
}

function patternOf(text: string): RegExp {
  const literal = text.replace(/[.+^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`^${literal.replaceAll("*", ".*").replaceAll("?", ".")}$`, "su");
}

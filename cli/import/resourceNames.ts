import type { TenantObject } from "../shared/tenantObjects";
import { compare } from "../shared/text";

// An object's name can contain anything, such as code or control characters. Its resource's name can't.
// Tables, the instructions, and the program escape the object's own name (`displayName` in shared/text.ts,
// `inlineCode` in shared/markdown.ts, and `literal` in render/typescriptProgram.ts).

/** Longer names make URNs and configuration keys hard to read. */
const maxLength = 60;

/** Characters of an id that distinguish objects. One in two billion pairs of random ids shares six. */
const suffixLength = 6;

export type Named = Pick<TenantObject, "kind" | "id" | "label" | "createdAt">;

/**
 * A name for each object, by id. It has the letters (a to z) and digits of the object's own name, is unique
 * within its kind, and is the same in every run. If several names are alike, the oldest object gets the plain
 * name, so that a new object doesn't rename an old one. `taken` are other resources of the stack.
 */
export function resourceNames(
  objects: Named[],
  taken: { kind: string; name: string }[] = [],
): Map<string, string> {
  const used = new Set(taken.map(({ kind, name }) => keyOf(kind, name)));
  const names = new Map<string, string>();
  for (const object of [...objects].sort(byAge)) {
    const { kind, id } = object;
    const possible = candidates(object);
    const name = possible.find((candidate) => !used.has(keyOf(kind, candidate)));
    if (name === undefined) {
      throw new Error(
        `The name ${JSON.stringify(possible[0])} for ${kind} ${id} is taken by another ${kind} of the stack, perhaps with different punctuation. Choose a different name.`,
      );
    }
    used.add(keyOf(kind, name));
    names.set(id, name);
  }
  return names;
}

/** Names that differ only in punctuation would share a key of the configuration. */
const keyOf = (kind: string, name: string) => `${kind} ${camelCase(name)}`;

const byAge = (a: Named, b: Named) => compare(a.createdAt, b.createdAt) || compare(a.id, b.id);

function candidates({ kind, id, label }: Named): string[] {
  const ofKind = slug(kind.replace(/[A-Z]/g, " $&"));
  const ofLabel = slug(label);
  const name = needsPrefix.test(ofLabel) ? `${ofKind}-${ofLabel}` : ofLabel || ofKind;
  const suffix = slug(id).replaceAll("-", "").slice(-suffixLength);
  return [name, `${name}-${suffix}`, `${name}-${hex(id)}`];
}

/**
 * Words that YAML doesn't read as a text. The code that `pulumi import` generates doesn't quote names, and
 * for `null` it generates no code.
 */
const needsPrefix = /^(\d|(null|true|false|yes|no|on|off|y|n)$)/;

/** Keeps digits, and letters without their accents, and replaces everything else by hyphens. */
const slug = (text: string): string =>
  text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean)
    .join("-")
    .slice(0, maxLength)
    .replace(/-$/, "");

/** Differs for every id, unlike a slug. */
const hex = (id: string) => Buffer.from(id).toString("hex");

/** `crm-sync` becomes `crmSync`, the usual form of configuration keys and variables. */
export function camelCase(name: string): string {
  const [first = "", ...others] = name.split(/[^A-Za-z0-9]+/).filter(Boolean);
  return first.charAt(0).toLowerCase() + first.slice(1) + others.map(capitalize).join("");
}

export const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

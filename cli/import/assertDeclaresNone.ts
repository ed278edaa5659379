import { readFile } from "node:fs/promises";
import { countOf } from "../shared/number";
import { compare } from "./names";
import type { StackObject } from "./stackObjects";

/**
 * Throws if a generated program, which is about to be written anew, declares objects that the stack
 * holds: an import leaves those out, and Pulumi plans to delete what no program declares.
 */
export async function assertDeclaresNone(file: string, inStack: StackObject[]): Promise<void> {
  const text = await readFile(file, "utf8").catch(() => "");
  // The formatter may break the line after the parenthesis.
  const source = text.replace(/\(\s+/g, "(");
  const declared = inStack
    .filter(({ kind, name }) => source.includes(`new auth0.${kind}(${JSON.stringify(name)}`))
    .sort((a, b) => compare(a.name, b.name));
  const [first] = declared;
  if (first === undefined) return;
  const count = countOf(declared.length, "resource");
  throw new Error(
    `${file} declares ${count} that the stack ${first.stack} holds, such as ${first.kind} ${JSON.stringify(first.name)}. A new file would not declare them, so Pulumi would plan to delete them: name another folder with --out. If the file is from an interrupted import, complete that import instead, as the README.md beside it says`,
  );
}

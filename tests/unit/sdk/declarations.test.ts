import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import ts from "typescript";
import { root } from "../../support/project";

// What an editor shows of the declarations: the text at a property, and first the properties that the chosen
// branch of a union has.

interface Member {
  name: string;
  text: string;
  /** Declared as `undefined`, because it belongs to another branch of a union. */
  refused: boolean;
}

/** The properties of the declared types, in their order. */
function declaredTypes(): [string, Member[]][] {
  const path = join(root, "bin", "sdk", "generated.d.ts");
  const source = ts.createSourceFile(
    path,
    readFileSync(path, "utf8"),
    ts.ScriptTarget.Latest,
    true,
  );
  return source.statements
    .filter((node) => ts.isInterfaceDeclaration(node) || ts.isClassDeclaration(node))
    .map(({ name, members }) => {
      const properties = [...members].filter(
        (node) => ts.isPropertySignature(node) || ts.isPropertyDeclaration(node),
      );
      const found = properties.map((node): Member => {
        const docs = ts.getJSDocCommentsAndTags(node).map((doc) => doc.getText());
        const refused = node.type?.kind === ts.SyntaxKind.UndefinedKeyword;
        return { name: node.name.getText(), text: docs.join(), refused };
      });
      return [name?.text ?? "", found];
    });
}

const described = declaredTypes().flatMap(([type, members]) =>
  members
    .filter(({ refused, name }) => !refused || name === "apply")
    .map(({ name, text }) => ({ name: `${type}.${name}`, text })),
);

test("every property of every declared type has a doc comment", () => {
  expect(described.length).toBeGreaterThan(100);
  expect(described.filter(({ text }) => !/^\/\*\* \S.+ \*\/$/.test(text))).toEqual([]);
});

test("properties of other branches of a union come last, sorted and without a doc comment", () => {
  const mixed = declaredTypes()
    .map(([type, members]) => ({ type, members: members.filter(({ name }) => name !== "apply") }))
    .filter(({ members }) => members.some(({ refused }) => refused));
  expect(mixed).toHaveLength(9);
  for (const { type, members } of mixed) {
    expect(type).toMatch(/Args$/);
    const first = members.findIndex(({ refused }) => refused);
    const last = members.slice(first);
    expect(last.map(({ name }) => name)).toEqual(last.map(({ name }) => name).sort());
    expect(last.every(({ refused, text }) => refused && text === "")).toBe(true);
  }
});

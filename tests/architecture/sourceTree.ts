import { readFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import ts from "typescript";
import { filesIn, root } from "../support/project";

/** Texts of TypeScript files by path, from the repository's root; or a made-up tree in a test. */
export type SourceTree = Record<string, string>;

/** The TypeScript files of these folders, generated ones among them. */
export function readTree(...folders: string[]): SourceTree {
  const paths = folders.flatMap((folder) =>
    filesIn(join(root, folder), ["node_modules"]).map((path) => `${folder}/${path}`),
  );
  const sources = paths.filter((path) => path.endsWith(".ts"));
  return Object.fromEntries(sources.map((path) => [path, readFileSync(join(root, path), "utf8")]));
}

/** The files that people write. */
export function withoutGenerated(tree: SourceTree): SourceTree {
  const written = Object.entries(tree).filter(([path]) => !path.endsWith("generated.ts"));
  return Object.fromEntries(written);
}

export const parse = (path: string, text: string): ts.SourceFile =>
  ts.createSourceFile(path, text, ts.ScriptTarget.ES2022, true);

/** A node and all nodes below it, in the order of the text. */
export function nodesIn(node: ts.Node): ts.Node[] {
  const nodes: ts.Node[] = [];
  const visit = (each: ts.Node): void => {
    nodes.push(each);
    ts.forEachChild(each, visit);
  };
  visit(node);
  return nodes;
}

export interface Import {
  /** The file that imports. */
  importer: string;
  /** The path of a file in the tree, or what the import says: a package's name. */
  imported: string;
  /** The import is of types alone, so that nothing of it is left at run time. */
  typeOnly: boolean;
}

/** Every import of a tree: static, dynamic, of a type, re-exported or required. */
export function importsOf(tree: SourceTree): Import[] {
  return Object.entries(tree).flatMap(([importer, text]) =>
    nodesIn(parse(importer, text)).flatMap((node): Import[] => {
      const found = referenceOf(node);
      if (found === undefined) return [];
      const { specifier, typeOnly } = found;
      return [{ importer, imported: resolve(tree, importer, specifier), typeOnly }];
    }),
  );
}

interface Reference {
  specifier: string;
  typeOnly: boolean;
}

function referenceOf(node: ts.Node): Reference | undefined {
  if (ts.isImportDeclaration(node)) {
    const { phaseModifier, namedBindings } = node.importClause ?? {};
    const typeOnly = phaseModifier === ts.SyntaxKind.TypeKeyword || namesOnlyTypes(namedBindings);
    return reference(node.moduleSpecifier, typeOnly);
  }
  if (ts.isExportDeclaration(node)) {
    return reference(node.moduleSpecifier, node.isTypeOnly || namesOnlyTypes(node.exportClause));
  }
  if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) {
    return reference(node.argument.literal, true);
  }
  if (ts.isCallExpression(node) && loadsModule(node)) return reference(node.arguments[0], false);
  return undefined;
}

function reference(specifier: ts.Node | undefined, typeOnly: boolean): Reference | undefined {
  if (specifier === undefined || !ts.isStringLiteralLike(specifier)) return undefined;
  return { specifier: specifier.text, typeOnly };
}

const namesOnlyTypes = (names: ts.Node | undefined) =>
  names !== undefined &&
  (ts.isNamedImports(names) || ts.isNamedExports(names)) &&
  names.elements.every(({ isTypeOnly }) => isTypeOnly);

const loadsModule = ({ expression }: ts.CallExpression) =>
  expression.kind === ts.SyntaxKind.ImportKeyword || expression.getText() === "require";

/** The file that a relative specifier means; a package's name stays as it is. */
function resolve(tree: SourceTree, importer: string, specifier: string): string {
  if (!specifier.startsWith(".")) return specifier;
  const path = posix.join(dirname(importer), specifier).replace(/\/$/, "");
  const candidates = [
    path,
    `${path}.ts`,
    path.replace(/\.js$/, ".ts"),
    posix.join(path, "index.ts"),
  ];
  return candidates.find((candidate) => candidate in tree) ?? path;
}

/** As a failure shows it. */
export const describeImport = ({ importer, imported }: Import) => `${importer} imports ${imported}`;

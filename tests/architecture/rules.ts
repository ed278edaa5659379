import ts from "typescript";
import { type Import, nodesIn, parse, type SourceTree } from "./sourceTree";

/** Each circle of imports, imports of types among them, as `a -> b -> a`. */
export function circlesIn(imports: Import[]): string[] {
  const importedBy = new Map<string, string[]>();
  for (const { importer, imported } of imports) {
    importedBy.set(importer, [...(importedBy.get(importer) ?? []), imported]);
  }

  const reported = new Set<string>();
  const circles: string[] = [];
  for (const start of [...importedBy.keys()].sort()) {
    if (reported.has(start)) continue;
    const circle = shortestCircle(start, importedBy);
    if (circle === undefined) continue;
    for (const path of circle) reported.add(path);
    circles.push(circle.join(" -> "));
  }
  return circles;
}

/** The shortest way from a file over its imports back to it: a search in breadth. */
function shortestCircle(start: string, importedBy: Map<string, string[]>): string[] | undefined {
  const visited = new Set<string>();
  const ways = [[start]];
  for (const way of ways) {
    for (const next of importedBy.get(way.at(-1) ?? "") ?? []) {
      if (next === start) return [...way, start];
      if (visited.has(next)) continue;
      visited.add(next);
      ways.push([...way, next]);
    }
  }
  return undefined;
}

/**
 * Rooms from the top to the bottom. A file imports from its own room and from the layers below it;
 * rooms of the same layer do not import each other.
 */
export type Layers = string[][];

/** The imports of files in these rooms that go up, or sideways into a room of the same layer. */
export function wrongDirections(
  imports: Import[],
  layers: Layers,
  roomOf: (path: string) => string | undefined,
): Import[] {
  const levelOf = (room: string) => layers.findIndex((layer) => layer.includes(room));
  return imports.filter(({ importer, imported }) => {
    const from = roomOf(importer);
    const to = roomOf(imported);
    if (from === undefined || to === undefined || from === to) return false;
    return levelOf(to) <= levelOf(from);
  });
}

export interface LongFunction {
  path: string;
  name: string;
  lines: number;
}

/** Functions with more lines than this, nested functions counted with the outer one. */
export function longFunctions(tree: SourceTree, limit: number): LongFunction[] {
  return Object.entries(tree).flatMap(([path, text]) => {
    const source = parse(path, text);
    const lineAt = (position: number) => source.getLineAndCharacterOfPosition(position).line;
    return nodesIn(source)
      .filter(ts.isFunctionLike)
      .map((node) => ({
        path,
        name: nameOfFunction(node),
        lines: lineAt(node.getEnd()) - lineAt(node.getStart()) + 1,
      }))
      .filter(({ lines }) => lines > limit);
  });
}

/** Its own name, or the name of the variable or property that holds it. */
function nameOfFunction(node: ts.SignatureDeclaration): string {
  const holder = node.parent as ts.NamedDeclaration;
  return (node.name ?? holder.name)?.getText() ?? "(anonymous)";
}

/** Files with more lines than this, as `path: lines`. */
export function longFiles(tree: SourceTree, limit: number): string[] {
  return Object.entries(tree)
    .map(([path, text]) => ({ path, lines: text.split("\n").length - 1 }))
    .filter(({ lines }) => lines > limit)
    .map(({ path, lines }) => `${path}: ${lines}`);
}

/** Identifiers and texts of the code, without comments. */
export function wordsOf(path: string, text: string): string[] {
  return nodesIn(parse(path, text)).flatMap((node) =>
    ts.isIdentifier(node) || ts.isStringLiteralLike(node) || ts.isTemplateLiteralToken(node)
      ? [node.text]
      : [],
  );
}

/** Where an identifier or a text contains one of these names as a whole word. */
export function mentionsOf(names: string[], tree: SourceTree): string[] {
  const name = new RegExp(`\\b(${names.join("|")})\\b`);
  return Object.entries(tree).flatMap(([path, text]) =>
    wordsOf(path, text)
      .filter((word) => name.test(word))
      .map((word) => `${path}: ${word}`),
  );
}

import { join } from "node:path";
import type ts from "typescript";
import { root } from "../support/project";
import { optionsOf, quickstart } from "./compile";

/** Hover texts and completions, as an editor gets them. In a program, `|` is the cursor. */
export function editor(compiler: typeof ts) {
  const file = join(__dirname, "edited.ts");
  let openText = "";
  let version = 0;
  const { fileExists, readFile, directoryExists, getDirectories, realpath } = compiler.sys;
  const textOf = (path: string) => (path === file ? openText : readFile(path));
  const service = compiler.createLanguageService({
    getCompilationSettings: () => optionsOf(compiler, quickstart),
    getScriptFileNames: () => [file],
    getScriptVersion: (path) => (path === file ? `${version}` : "0"),
    getScriptSnapshot: (path) => compiler.ScriptSnapshot.fromString(textOf(path) ?? ""),
    getCurrentDirectory: () => root,
    getDefaultLibFileName: compiler.getDefaultLibFilePath,
    fileExists: (path) => path === file || fileExists(path),
    readFile: textOf,
    directoryExists,
    getDirectories,
    ...(realpath && { realpath }),
  });
  /** Opens a program, and returns the position of the cursor. */
  function open(program: string): number {
    const all = `import * as auth0 from "pulumi-auth0-native";\n${program}`;
    openText = all.replace("|", "");
    version += 1;
    return all.indexOf("|");
  }
  return {
    /** The documentation of what is at the cursor. */
    hover(program: string): string {
      const info = service.getQuickInfoAtPosition(file, open(program));
      return compiler.displayPartsToString(info?.documentation);
    },
    /** The completions at the cursor, in the order in which an editor shows them. */
    completions(program: string): string[] {
      const { entries = [] } = service.getCompletionsAtPosition(file, open(program), {}) ?? {};
      const keys = entries.map(({ name, sortText }) => `${sortText} ${name}`).sort();
      return keys.map((key) => key.slice(key.indexOf(" ") + 1));
    },
  };
}

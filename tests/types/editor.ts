import { join } from "node:path";
import type ts from "typescript";
import { root } from "../support/project";
import { optionsOf, quickstart } from "./compile";

/** What an editor asks a compiler. In a program, `|` is where the cursor stands. */
export function editor(compiler: typeof ts) {
  const file = join(__dirname, "edited.ts");
  let text = "";
  let version = 0;
  const { fileExists, readFile, directoryExists, getDirectories, realpath } = compiler.sys;
  const textOf = (path: string) => (path === file ? text : readFile(path));
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
  function open(program: string): number {
    const all = `import * as auth0 from "pulumi-auth0-native";\n${program}`;
    text = all.replace("|", "");
    version += 1;
    return all.indexOf("|");
  }
  return {
    hover(program: string): string {
      const info = service.getQuickInfoAtPosition(file, open(program));
      return compiler.displayPartsToString(info?.documentation);
    },
    /** In the order in which they are shown. */
    offers(program: string): string[] {
      const { entries = [] } = service.getCompletionsAtPosition(file, open(program), {}) ?? {};
      const keys = entries.map(({ name, sortText }) => `${sortText} ${name}`).sort();
      return keys.map((key) => key.slice(key.indexOf(" ") + 1));
    },
  };
}

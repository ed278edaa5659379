import { join } from "node:path";
import ts from "typescript";
import { root } from "../support/project";
import { optionsOf, quickstart } from "./compile";

/**
 * Hover texts and completions, as an editor gets them. In a program, `|` is the cursor. All programs
 * are open at the same time, so that the compiler checks the package's declarations only once.
 */
export function editor(programs: string[]) {
  const files = new Map(programs.map((program, index) => [program, openFile(program, index)]));
  const texts = new Map([...files.values()].map(({ path, text }) => [path, text]));
  const { fileExists, readFile, directoryExists, getDirectories, realpath } = ts.sys;
  const textOf = (path: string) => texts.get(path) ?? readFile(path);
  const service = ts.createLanguageService({
    getCompilationSettings: () => optionsOf(ts, quickstart),
    getScriptFileNames: () => [...texts.keys()],
    getScriptVersion: () => "0",
    getScriptSnapshot: (path) => ts.ScriptSnapshot.fromString(textOf(path) ?? ""),
    getCurrentDirectory: () => root,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: (path) => texts.has(path) || fileExists(path),
    readFile: textOf,
    directoryExists,
    getDirectories,
    ...(realpath && { realpath }),
  });

  function opened(program: string): OpenFile {
    const file = files.get(program);
    if (!file) throw new Error(`the editor has not opened ${program}`);
    return file;
  }

  return {
    /** The documentation of what is at the cursor. */
    hover(program: string): string {
      const { path, cursor } = opened(program);
      const info = service.getQuickInfoAtPosition(path, cursor);
      return ts.displayPartsToString(info?.documentation);
    },
    /** The completions at the cursor, in the order in which an editor shows them. */
    completions(program: string): string[] {
      const { path, cursor } = opened(program);
      const { entries = [] } = service.getCompletionsAtPosition(path, cursor, {}) ?? {};
      const keys = entries.map(({ name, sortText }) => `${sortText} ${name}`).sort();
      return keys.map((key) => key.slice(key.indexOf(" ") + 1));
    },
  };
}

interface OpenFile {
  path: string;
  text: string;
  /** The position of the cursor in the text. */
  cursor: number;
}

function openFile(program: string, index: number): OpenFile {
  const marked = `import * as auth0 from "pulumi-auth0-native";\n${program}`;
  return {
    path: join(__dirname, `edited${index}.ts`),
    text: marked.replace("|", ""),
    cursor: marked.indexOf("|"),
  };
}

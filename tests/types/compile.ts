import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { filesIn, root } from "../support/project";

/** The compilers that a user may have. */
export const compilers: (typeof ts)[] = [ts, require("typescript-5.9")];

/** What the quickstart, as a user copies it, says to the compiler. */
export const quickstart: object = JSON.parse(
  readFileSync(join(root, "examples", "quickstart", "tsconfig.json"), "utf8"),
).compilerOptions;

/** Options as a `tsconfig.json` spells them. */
export function optionsOf(compiler: typeof ts, compilerOptions: object): ts.CompilerOptions {
  const config = { compilerOptions: { ...compilerOptions, noEmit: true }, files: [] };
  return compiler.parseJsonConfigFileContent(config, compiler.sys, root).options;
}

/** The programs of a folder beside this file. */
export const programsIn = (folder: string) =>
  filesIn(join(__dirname, folder)).map((path) => join(__dirname, folder, path));

export interface Problem {
  /** Of the file, from 1. */
  line: number;
  code: string;
  message: string;
  /** What an editor underlines. */
  at: string;
}

/** What was read for the same compiler and kind of module, once parsed, serves the next settings. */
const parsed = new Map<string, ts.SourceFile | undefined>();

/** What a compiler says of files, by file. `edit` changes the text that it sees of them. */
export function compile(
  compiler: typeof ts,
  files: string[],
  options: ts.CompilerOptions,
  edit = (text: string) => text,
) {
  const host = compiler.createCompilerHost(options);
  const { readFile, getSourceFile } = host;
  const { versionMajorMinor } = compiler;
  const { target, module } = options;
  host.getSourceFile = (path, ...rest) => {
    if (files.includes(path)) return getSourceFile(path, ...rest);
    const key = [versionMajorMinor, target, module, path].join();
    if (!parsed.has(key)) parsed.set(key, getSourceFile(path, ...rest));
    return parsed.get(key);
  };
  host.readFile = (path) => {
    const text = readFile(path);
    return files.includes(path) && text !== undefined ? edit(text) : text;
  };
  const program = compiler.createProgram({ rootNames: files, options, host });
  const problems: Record<string, Problem[]> = {};
  for (const { file, start = 0, length = 0, code, messageText } of [
    ...program.getOptionsDiagnostics(),
    ...compiler.getPreEmitDiagnostics(program),
  ]) {
    const path = file?.fileName ?? "";
    problems[path] ??= [];
    problems[path].push({
      line: file ? file.getLineAndCharacterOfPosition(start).line + 1 : 0,
      code: `TS${code}`,
      message: compiler.flattenDiagnosticMessageText(messageText, "\n"),
      at: file?.text.slice(start, start + length) ?? "",
    });
  }
  return { problems, sources: program.getSourceFiles().map(({ fileName }) => fileName) };
}

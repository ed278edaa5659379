import { readFileSync } from "node:fs";
import { join } from "node:path";
import type ts from "typescript";
import { filesIn, root } from "../support/project";

/** The packages of the supported compilers: the newest TypeScript, and the oldest. */
export const compilerPackages = ["typescript", "typescript-5.9"];

const { compilerOptions } = JSON.parse(
  readFileSync(join(root, "templates", "typescript", "tsconfig.json"), "utf8"),
);

/** The compiler options of the template in TypeScript, for programs in any folder. */
export const quickstart: object = { ...compilerOptions, rootDir: undefined };

/** Compiler options from the form that they have in the `tsconfig.json` of a folder. */
export function optionsOf(
  compiler: typeof ts,
  compilerOptions: object,
  folder = root,
): ts.CompilerOptions {
  const config = { compilerOptions: { ...compilerOptions, noEmit: true }, files: [] };
  return compiler.parseJsonConfigFileContent(config, compiler.sys, folder).options;
}

/** The paths of the programs in a folder beside this file. */
export const programsIn = (folder: string) =>
  filesIn(join(__dirname, folder)).map((path) => join(__dirname, folder, path));

export interface CompilerError {
  /** Line number, from 1. */
  line: number;
  /** Such as `TS2345`. */
  code: string;
  message: string;
  /** The source text that an editor underlines. */
  underlined: string;
}

/** Parsed declarations, shared between settings for which the compiler parses them in the same way. */
const parsedFiles = new Map<string, ts.SourceFile | undefined>();

/**
 * Compiles files. Returns the errors by file, and the paths of all sources that the compiler read.
 * `edit` changes the text of the files before it is compiled.
 */
export function compile(
  compiler: typeof ts,
  files: string[],
  options: ts.CompilerOptions,
  edit = (text: string) => text,
) {
  const host = compiler.createCompilerHost(options);
  const { readFile, getSourceFile } = host;
  const { versionMajorMinor } = compiler;
  host.getSourceFile = (path, parsing, ...rest) => {
    if (files.includes(path)) return getSourceFile(path, parsing, ...rest);
    const { languageVersion, impliedNodeFormat } =
      typeof parsing === "object" ? parsing : { languageVersion: parsing };
    const key = [versionMajorMinor, languageVersion, impliedNodeFormat, path].join();
    if (!parsedFiles.has(key)) parsedFiles.set(key, getSourceFile(path, parsing, ...rest));
    return parsedFiles.get(key);
  };
  host.readFile = (path) => {
    const text = readFile(path);
    return files.includes(path) && text !== undefined ? edit(text) : text;
  };
  const program = compiler.createProgram({ rootNames: files, options, host });
  const diagnostics = [
    ...program.getOptionsDiagnostics(),
    ...compiler.getPreEmitDiagnostics(program),
  ];
  const errors: Record<string, CompilerError[]> = {};
  for (const { file, start = 0, length = 0, code, messageText } of diagnostics) {
    const path = file?.fileName ?? "";
    errors[path] ??= [];
    errors[path].push({
      line: file ? file.getLineAndCharacterOfPosition(start).line + 1 : 0,
      code: `TS${code}`,
      message: compiler.flattenDiagnosticMessageText(messageText, "\n"),
      underlined: file?.text.slice(start, start + length) ?? "",
    });
  }
  return { errors, sources: program.getSourceFiles().map(({ fileName }) => fileName) };
}

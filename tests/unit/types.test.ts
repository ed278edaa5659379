import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import ts from "typescript";
import { root } from "../support/project";

const right = join(__dirname, "types", "right.ts");
const wrong = join(__dirname, "types", "wrong.ts");

/** What a strict project of a user says; the second is what the strictest add to it. */
const settings: [string, ts.CompilerOptions][] = [
  ["strict", {}],
  ["strict, exactOptionalPropertyTypes", { exactOptionalPropertyTypes: true }],
];

/** What the compiler says of a file, by line. `edit` changes the text that it sees. */
function problemsOf(file: string, options: ts.CompilerOptions, edit = (text: string) => text) {
  const all: ts.CompilerOptions = {
    noEmit: true,
    strict: true,
    skipLibCheck: true,
    resolveJsonModule: true,
    esModuleInterop: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.Node20,
    lib: ["lib.es2023.d.ts"],
    types: ["node"],
    typeRoots: [join(root, "node_modules", "@types")],
    ...options,
  };
  const host = ts.createCompilerHost(all);
  const { readFile } = host;
  host.readFile = (path) => {
    const text = readFile(path);
    return path === file && text !== undefined ? edit(text) : text;
  };
  const program = ts.createProgram({ rootNames: [file], options: all, host });
  const source = program.getSourceFile(file);
  const diagnostics = [
    ...program.getOptionsDiagnostics(),
    ...ts.getPreEmitDiagnostics(program, source),
  ];
  return diagnostics.map(({ start = 0, messageText }) => ({
    line: source ? source.getLineAndCharacterOfPosition(start).line + 1 : 0,
    message: ts.flattenDiagnosticMessageText(messageText, "\n"),
  }));
}

test.each(settings)("right programs compile (%s)", (_, options) => {
  expect(problemsOf(right, options)).toEqual([]);
});

test.each(settings)(
  "every wrong program is refused, for what is wrong with it (%s)",
  (_, options) => {
    const directive = /^\s*\/\/ @ts-expect-error (.*`(.+)`.*)$/;
    const lines = readFileSync(wrong, "utf8").split("\n");
    const expected = lines.flatMap((text, index) => {
      const [, fact, word] = directive.exec(text) ?? [];
      // The directive speaks of the next line, and lines count from 1.
      return fact === undefined || word === undefined ? [] : [{ line: index + 2, fact, word }];
    });
    const problems = problemsOf(wrong, options, (text) => text.replaceAll("@ts-expect-error", ""));
    const told = expected.map(({ line, fact, word }) => {
      const here = problems.filter((problem) => problem.line === line);
      const fits = here.some(({ message }) => message.includes(word));
      return fits ? fact : { fact, messages: here.map(({ message }) => message) };
    });
    expect(expected.length).toBeGreaterThan(30);
    expect(told).toEqual(expected.map(({ fact }) => fact));
    // Nothing else is wrong with them, and no directive is without its fact.
    expect(problems.map(({ line }) => line)).toEqual(expected.map(({ line }) => line));
  },
);

import { readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type ts from "typescript";
import { exampleFiles, examplesFolder } from "../../../tools/generate/publishedSchema";
import { codeBlocks, programPages } from "../../support/guides";
import { removeTemporaryFolders, root, temporaryFolder } from "../../support/project";
import { compile, compilerPackages, optionsOf, programsIn, quickstart } from "../../types/compile";

const right = programsIn("right");
const wrong = programsIn("wrong");

/** The oldest supported compiler. `make check` uses the newest one, with stricter options. */
const compiler: typeof ts = require(compilerPackages.at(-1) ?? "");
const options = optionsOf(compiler, quickstart);

/** A directive: the code, the name that the compiler mentions or underlines, and the mistake. */
const directive = /^\s*\/\/ @ts-expect-error (TS\d+) (\S+): (.+)$/;

interface Expectation {
  /** The line with the mistake, from 1. */
  line: number;
  code: string;
  name: string;
}

function expectationsIn(file: string): Expectation[] {
  const lines = readFileSync(file, "utf8").split("\n");
  return lines.flatMap((text, index) => {
    const [, code, name] = directive.exec(text) ?? [];
    return code === undefined || name === undefined ? [] : [{ line: index + 2, code, name }];
  });
}

afterAll(removeTemporaryFolders);

/** The programs of the README, of all guides and of the reference. */
function documented(): string[] {
  const folder = temporaryFolder();
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  const examples = readdirSync(examplesFolder).map((name) =>
    join(examplesFolder, name, exampleFiles.typescript),
  );
  const guides = programPages.map((page) => {
    const file = join(folder, `${basename(page, ".md")}.ts`);
    writeFileSync(file, codeBlocks(page, "ts").join("\n"));
    return file;
  });
  expect(guides.length).toBeGreaterThan(6);
  return [...guides, ...examples];
}

let compiled: ReturnType<typeof compile>;

beforeAll(() => {
  // The directives would hide the errors.
  const withoutDirectives = (text: string) => text.replaceAll("@ts-expect-error", "");
  compiled = compile(compiler, [...right, ...wrong, ...documented()], options, withoutDirectives);
});

test("correct programs compile, including those of the README, the guides, and the reference", () => {
  const { errors, sources } = compiled;
  expect(right.flatMap((file) => errors[file] ?? [])).toEqual([]);
  expect(Object.keys(errors).sort()).toEqual(wrong);
  // The compiler reads the package's declarations, not its sources.
  const ours = sources.filter((path) => /\/sdk\/index\./.test(path));
  expect(ours).toEqual([join(root, "bin", "sdk", "index.d.ts")]);
});

test("wrong programs have only one error at each directive, with its code and name", () => {
  for (const file of wrong) {
    const expected = expectationsIn(file);
    const found = (compiled.errors[file] ?? []).map(({ line, code, message, underlined }) => {
      const name = expected.find((one) => one.line === line)?.name ?? "";
      const isNamed = underlined === name || message.includes(`'${name}'`);
      return { line, code, name: isNamed ? name : `${underlined}: ${message}` };
    });
    expect(found).toEqual(expected.map(({ line, code, name }) => ({ line, code, name })));
  }
});

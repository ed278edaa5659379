import { describe, expect, test } from "@jest/globals";
import { circlesIn, longFiles, longFunctions, mentionsOf, wrongDirections } from "./rules";
import { describeImport, importsOf, readTree, type SourceTree } from "./sourceTree";

// Made-up trees that break the rules. Without them, a rule that finds nothing would go unnoticed.

describe("the imports of a file", () => {
  const importsIn = (text: string, others: SourceTree = {}) =>
    importsOf({ "a/one.ts": text, ...others }).map(({ imported, typeOnly }) => ({
      imported,
      typeOnly,
    }));

  test.each([
    ['import { a } from "./two";', false],
    ['import "./two";', false],
    ['import { type A } from "./two";', true],
    ['import { type A, b } from "./two";', false],
    ['import type { A } from "./two";', true],
    ['export { a } from "./two";', false],
    ['export * from "./two";', false],
    ['export type { A } from "./two";', true],
    ['type A = import("./two").A;', true],
    ['const a = await import("./two");', false],
    ['const a = require("./two");', false],
  ])("include %s", (text, typeOnly) => {
    expect(importsIn(text)).toEqual([{ imported: "a/two", typeOnly }]);
  });

  test.each([
    ["./two", "a/two.ts"],
    ["./two.js", "a/two.ts"],
    ["..", "index.ts"],
    ["../", "index.ts"],
    ["../b", "b/index.ts"],
    ["../b/index.js", "b/index.ts"],
    ["../data.json", "data.json"],
    ["@pulumi/pulumi", "@pulumi/pulumi"],
  ])("resolve %s to %s", (specifier, imported) => {
    const others = { "a/two.ts": "", "b/index.ts": "", "index.ts": "" };
    expect(importsIn(`import "${specifier}";`, others)).toEqual([{ imported, typeOnly: false }]);
  });
});

test("the tree of a folder includes generated files and the files of its folders", () => {
  const paths = Object.keys(readTree("provider", "sdk"));
  expect(paths).toEqual(
    expect.arrayContaining(["provider/index.ts", "provider/api/http.ts", "sdk/generated.ts"]),
  );
});

describe("circlesIn", () => {
  test("finds circles of two and of three files, also of types, and prints them", () => {
    const tree = {
      "a.ts": 'import { b } from "./b";',
      "b.ts": 'import type { A } from "./a";',
      "c.ts": 'export * from "./d";',
      "d.ts": 'type E = import("./e").E;',
      "e.ts": 'import "./c"; import "./a";',
    };
    expect(circlesIn(importsOf(tree))).toEqual([
      "a.ts -> b.ts -> a.ts",
      "c.ts -> d.ts -> e.ts -> c.ts",
    ]);
  });

  test("finds none where two files import the same third one", () => {
    const tree = { "a.ts": 'import "./b"; import "./c";', "b.ts": 'import "./c";', "c.ts": "" };
    expect(circlesIn(importsOf(tree))).toEqual([]);
  });
});

test("wrongDirections finds imports that go up or sideways, and no others", () => {
  const tree = {
    "top/a.ts": 'import "../left/a"; import "../bottom/a"; import "./b"; import "../foreign/a";',
    "top/b.ts": "",
    "left/a.ts": 'import "../right/a"; import "../bottom/a";',
    "right/a.ts": 'import type { A } from "../top/a";',
    "bottom/a.ts": 'import "../left/a";',
    "foreign/a.ts": "",
  };
  const layers = [["top"], ["left", "right"], ["bottom"]];
  const roomOf = (path: string) => layers.flat().find((room) => path.startsWith(`${room}/`));
  expect(wrongDirections(importsOf(tree), layers, roomOf).map(describeImport)).toEqual([
    "left/a.ts imports right/a.ts",
    "right/a.ts imports top/a.ts",
    "bottom/a.ts imports left/a.ts",
  ]);
});

test("longFunctions counts the lines of functions, arrow functions and methods", () => {
  const body = "{\n1;\n2;\n}";
  const text = `function one() ${body}
const two = () => ${body};
class A { three() ${body} }
const o = { four: function () ${body}, get five() ${body} };
call(() => ${body});
function short() {\n}
/** A comment\nof two lines. */
function six() {}`;
  expect(longFunctions({ "a.ts": text }, 3)).toEqual(
    ["one", "two", "three", "four", "five", "(anonymous)"].map((name) => ({
      path: "a.ts",
      name,
      lines: 4,
    })),
  );
});

test("longFiles finds files with more lines than the limit", () => {
  expect(longFiles({ "a.ts": "1\n2\n3\n", "b.ts": "1\n2\n" }, 2)).toEqual(["a.ts: 3"]);
});

test("mentionsOf finds a word in identifiers, texts and templates, and not in comments", () => {
  const text = `told; 'a told b'; \`told \${x} told\`; untold; // told`;
  expect(mentionsOf(["told"], { "a.ts": text })).toEqual([
    "a.ts: told",
    "a.ts: a told b",
    "a.ts: told ",
    "a.ts:  told",
  ]);
});

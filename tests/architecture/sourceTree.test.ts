import { describe, expect, test } from "@jest/globals";
import { importsOf, readTree, type SourceTree } from "./sourceTree";

// Made-up trees. Without them, a rule about imports that finds nothing would go unnoticed.

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

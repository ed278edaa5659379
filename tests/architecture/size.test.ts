import { expect, test } from "@jest/globals";
import { longFiles, longFunctions } from "./rules";
import { readTree, withoutGenerated } from "./sourceTree";

const tree = withoutGenerated(readTree("provider", "sdk", "cli", "emulator/src", "tools", "bench"));

test("a file has at most 250 lines", () => {
  expect(longFiles(tree, 250)).toEqual([]);
});

test("a function has fewer than 60 lines", () => {
  expect(longFunctions(tree, 59)).toEqual([]);
});

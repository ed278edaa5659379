import { expect, test } from "@jest/globals";
import { circlesIn } from "./rules";
import { importsOf, readTree } from "./sourceTree";

test.each(["provider", "sdk", "cli", "emulator/src", "tools", "bench"])(
  "%s has no circle of imports, imports of types included",
  (folder) => {
    const imports = importsOf(readTree(folder));
    expect(imports.length).toBeGreaterThan(0);
    expect(circlesIn(imports)).toEqual([]);
  },
);

test("no circle of imports leads over several folders", () => {
  const tree = readTree("provider", "sdk", "cli", "emulator/src", "tools", "bench", "tests");
  const circles = circlesIn(importsOf(tree));
  const roots = (circle: string) => new Set(circle.split(" -> ").map((path) => path.split("/")[0]));
  expect(circles.filter((circle) => roots(circle).size > 1)).toEqual([]);
});

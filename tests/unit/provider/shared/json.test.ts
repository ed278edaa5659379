import { expect, test } from "@jest/globals";
import { withValueAt } from "../../../../provider/shared/json";

test("withValueAt sets a value at a path, and keeps the rest", () => {
  expect(withValueAt({ a: { b: 1, c: 2 } }, ["a", "b"], 3)).toEqual({ a: { b: 3, c: 2 } });
  expect(withValueAt({}, ["a", "b"], 1)).toEqual({ a: { b: 1 } });
});

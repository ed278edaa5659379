import { expect, test } from "@jest/globals";
import { inlineCode } from "../../../../cli/shared/markdown";

test.each([
  ["crm", "`crm`"],
  ["a`b", "``a`b``"],
  ["`a``", "``` `a`` ```"],
  [" a ", "`  a  `"],
  ["", '`""`'],
  ["@octocat #123", "`@octocat #123`"],
])("the name %j is the code %s", (name, code) => {
  expect(inlineCode(name)).toBe(code);
});

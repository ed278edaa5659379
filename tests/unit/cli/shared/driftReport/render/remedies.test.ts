import { expect, test } from "@jest/globals";
import { remedies } from "../../../../../../cli/shared/driftReport/render/remedies";
import { stackReport } from "../../../../../../cli/shared/driftReport/report";

const commands = (name: string, folder: string) =>
  remedies(stackReport({ name, folder, problems: [], checked: 3, resources: [] })).map(
    ({ command }) => command,
  );

test.each([
  ["a b", "'a b'"],
  ["$(id)", "'$(id)'"],
  ["it's; rm", "'it'\\''s; rm'"],
  ["-x", "'-x'"],
  ["~", "'~'"],
  ["", "''"],
  ["a\nb", "'a\\nb'"],
])("the name %j is one word of the shell's command", (name, word) => {
  expect(commands(name, ".")[1]).toBe(`pulumi refresh --stack ${word}`);
});

import { expect, test } from "@jest/globals";
import { type ImportTarget, usesPlugin } from "../../../../cli/import/openTarget";

const target = (providerPlugins: string[], objects: [stack: string, servedByPlugin: boolean][]) =>
  ({
    project: { providerPlugins },
    stack: { name: "production" },
    inStacks: objects.map(([stack, servedByPlugin]) => ({ stack, servedByPlugin })),
  }) as unknown as ImportTarget;

test.each([
  ["Pulumi.yaml names it", ["random", "auth0-native"], [["production", false]], true],
  ["it serves all objects of the stack", [], [["production", true]], true],
  [
    "it serves some objects only",
    [],
    [
      ["production", true],
      ["production", false],
    ],
    false,
  ],
  ["it serves objects of another stack", [], [["staging", true]], false],
  ["the stack is empty", ["random"], [], false],
] as const)("whether a stack uses the plugin, if %s", (_, plugins, objects, expected) => {
  const inStacks = objects.map(([stack, byPlugin]): [string, boolean] => [stack, byPlugin]);
  expect(usesPlugin(target([...plugins], inStacks))).toBe(expected);
});

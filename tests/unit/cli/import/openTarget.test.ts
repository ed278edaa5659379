import { expect, test } from "@jest/globals";
import { type ImportTarget, usesPlugin } from "../../../../cli/import/openTarget";

test.each<[string, string[], [stack: string, servedByPlugin: boolean][], boolean, string?]>([
  ["the language is not TypeScript", [], [["production", false]], true, "python"],
  ["Pulumi.yaml lists it", ["random", "auth0-native"], [["production", false]], true],
  ["it serves all objects of the stack", [], [["production", true]], true],
  [
    "it serves some objects",
    [],
    [
      ["production", true],
      ["production", false],
    ],
    false,
  ],
  ["it serves objects of another stack", [], [["staging", true]], false],
  ["the stack is empty", ["random"], [], false],
])(
  "whether a stack uses the plugin, if %s",
  (_, providerPlugins, objects, expected, runtime = "nodejs") => {
    const target = {
      project: { runtime, providerPlugins },
      stack: { name: "production" },
      inStacks: objects.map(([stack, servedByPlugin]) => ({ stack, servedByPlugin })),
    };
    expect(usesPlugin(target as unknown as ImportTarget)).toBe(expected);
  },
);

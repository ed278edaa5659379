import { describe, expect, test } from "@jest/globals";
import { languageOf } from "../../../../cli/import/languages";

describe("the language of an import", () => {
  test.each([
    ["nodejs", "typescript"],
    ["yaml", "yaml"],
    ["python", "python"],
    ["go", "go"],
  ])("is by default, for the runtime %s, %s", (runtime, name) => {
    expect(languageOf(runtime, false).name).toBe(name);
  });

  test("is by default typescript-plugin, if the stack uses the plugin with the runtime nodejs", () => {
    expect(languageOf("nodejs", true).name).toBe("typescript-plugin");
    expect(languageOf("nodejs", true, "typescript").name).toBe("typescript");
    expect(languageOf("go", true).name).toBe("go");
  });

  test("is the one that --language names", () => {
    expect(languageOf("nodejs", false, "typescript-plugin").name).toBe("typescript-plugin");
  });

  test("cannot be one of another runtime, for which pulumi import writes no code", () => {
    expect(() => languageOf("nodejs", false, "python")).toThrow(
      "--language python does not fit the runtime in Pulumi.yaml, which is nodejs: pass --language typescript or typescript-plugin",
    );
  });

  test("is refused for another runtime, with those that have one", () => {
    expect(() => languageOf("dotnet", false)).toThrow(
      "the runtime in Pulumi.yaml is dotnet, and this command writes programs for nodejs, yaml, python, go only: import the objects with pulumi import",
    );
    expect(() => languageOf("bun", false)).toThrow("Set `runtime: nodejs` in Pulumi.yaml for the");
  });
});

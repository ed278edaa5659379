import { beforeEach, describe, expect, test } from "@jest/globals";
import { chooseAdapter, currentAdapter, resetAdapter } from "../../../sdk/adapter";

const pluginPath = "pulumi-auth0-native/plugin";
const dynamicPath = "pulumi-auth0-native/dynamic";

beforeEach(resetAdapter);

describe("chooseAdapter", () => {
  test.each([pluginPath, dynamicPath] as const)(
    "rejects %s after a resource, which would stay with the other adapter",
    (path) => {
      currentAdapter();
      expect(() => chooseAdapter(path)).toThrow(
        `This program imports ${path} after it used a resource or a Provider`,
      );
    },
  );

  test("accepts the path that is chosen already after a resource", () => {
    chooseAdapter(pluginPath);
    currentAdapter();
    expect(() => chooseAdapter(pluginPath)).not.toThrow();
  });
});

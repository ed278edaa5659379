import { beforeEach, describe, expect, test } from "@jest/globals";
import { chooseAdapter, currentAdapter, resetAdapter } from "../../../sdk/adapter";

const pluginPath = "pulumi-auth0-native/plugin";
const dynamicPath = "pulumi-auth0-native/dynamic";
const pluginType = "auth0-native:index:EventStream";
const dynamicType = "pulumi-nodejs:dynamic/auth0-native:EventStream";

beforeEach(resetAdapter);

const types = () => {
  const { typeToken, formerTypeToken } = currentAdapter();
  return [typeToken("EventStream"), formerTypeToken?.("EventStream")];
};

test("a program that imports neither path has dynamic resources without a former type", () => {
  expect(types()).toEqual([dynamicType, undefined]);
});

test("a program that imports /plugin has resources of the plugin, which were dynamic", () => {
  chooseAdapter(pluginPath);
  expect(types()).toEqual([pluginType, dynamicType]);
});

test("a program that imports /dynamic has dynamic resources, which were the plugin's", () => {
  chooseAdapter(dynamicPath);
  expect(types()).toEqual([dynamicType, pluginType]);
});

describe("chooseAdapter", () => {
  test("refuses the second of two paths, and says what to import", () => {
    chooseAdapter(pluginPath);
    chooseAdapter(pluginPath);
    expect(() => chooseAdapter(dynamicPath)).toThrow(
      `This program imports both ${pluginPath} and ${dynamicPath}: import one of them, and pulumi-auth0-native in libraries`,
    );
    expect(types()).toEqual([pluginType, dynamicType]);
  });

  test.each([pluginPath, dynamicPath] as const)(
    "refuses %s after a resource, which would stay with the other adapter",
    (path) => {
      currentAdapter();
      expect(() => chooseAdapter(path)).toThrow(
        `${path} is imported after a resource or a Provider of pulumi-auth0-native was constructed`,
      );
    },
  );

  test("accepts the path that is chosen already after a resource", () => {
    chooseAdapter(pluginPath);
    currentAdapter();
    expect(() => chooseAdapter(pluginPath)).not.toThrow();
  });
});

import { expect, test } from "@jest/globals";
import { mustRun, root } from "../support/project";

test("the dynamic provider is one file, which loads in half the time of its modules", async () => {
  const script = `
    require("pulumi-auth0-native/provider");
    console.log(Object.keys(require.cache).filter((file) => !file.includes("node_modules")).length);`;
  const { stdout } = await mustRun(process.execPath, ["-e", script], root);
  expect(stdout.trim()).toBe("1");
});

test.each(["pulumi-auth0-native", "pulumi-auth0-native/plugin"])(
  "a program that imports %s before Pulumi loads a part of Pulumi",
  async (path) => {
    const script = `
      const { RateLimitPolicy } = require("${path}");
      const modules = Object.keys(require.cache);
      const { CustomResource } = require("@pulumi/pulumi");
      console.log(JSON.stringify({
        loadsAll: modules.includes(require.resolve("@pulumi/pulumi")),
        loadsTheSerializer: modules.some((file) => file.includes("serializeClosure")),
        hasItsClasses: RateLimitPolicy.prototype instanceof CustomResource,
      }));`;
    const { stdout } = await mustRun(process.execPath, ["-e", script], root);
    expect(JSON.parse(stdout)).toEqual({
      loadsAll: false,
      loadsTheSerializer: false,
      hasItsClasses: true,
    });
  },
);

import { describe, expect, test } from "@jest/globals";
import { assertStacks, parseStacks, shortNames } from "../../../../../cli/ci/init/stacks";
import { stacksNamed } from "../../../../support/pipelines/plans";

test("--stacks takes names separated by commas, with spaces", () => {
  expect(parseStacks("staging, production,")).toEqual(["staging", "production"]);
});

test("the organization and the project are cut from the names of stacks", () => {
  expect(shortNames(["acme/tenants/staging", "production"])).toEqual(["staging", "production"]);
});

test("stacks of two organizations with one name are refused", () => {
  expect(() => shortNames(["acme/prod", "acme/dev", "other/prod"])).toThrow(
    "acme/prod and other/prod have the same short name: name the stacks with --stacks",
  );
});

describe("pipelines are refused", () => {
  test.each([
    ["no stack", [], "there is no stack: make one with `pulumi stack init <name>`"],
    ["an organization", ["acme/prod"], '"acme/prod" cannot be used as the name of a stack'],
    ["shell code", ["a;b"], '"a;b" cannot be used as the name of a stack'],
    ["the name of a command", ["merge"], "`auth0-native drift merge` is another command"],
    ["a repeated name", ["a", "b", "a"], "--stacks names a twice"],
    ["names that differ only in case", ["Prod", "prod"], "Prod and prod differ only in case"],
    ["more stacks than shards", stacksNamed(5121), "there are 5121 stacks, and one pipeline can"],
  ])("for %s", (_, stacks, message) => {
    expect(() => assertStacks(stacks, "github")).toThrow(message);
  });
});

test("GitLab accepts names that differ only in case, and fewer stacks than GitHub", () => {
  expect(() => assertStacks(["Prod", "prod"], "gitlab")).not.toThrow();
  expect(() => assertStacks(stacksNamed(5120), "github")).not.toThrow();
  expect(() => assertStacks(stacksNamed(4001), "gitlab")).toThrow("there are 4001 stacks");
});

import { expect, test } from "@jest/globals";
import { importCommand } from "../../../../../provider/adapters/plugin/importCommand";

const type = "auth0-native:index:RateLimitPolicy";
const eu = "urn:pulumi:test::test::pulumi:providers:auth0-native::eu";

test.each<[string, string, string | undefined, string]>([
  ["a name", "partners", undefined, "partners ID"],
  ["a name with quotes", "$(a) 'b'", undefined, `'$(a) '\\''b'\\''' ID`],
  ["a name with the separator of URNs", "a::b", undefined, "a::b ID"],
  ["a name that no line shows", "a\nb", undefined, "<name of the resource in the program> ID"],
  ["an explicit provider", "one", eu, `one ID --provider 'provider=${eu}'`],
])("the command that imports an object is exact for %s", (_, name, explicit, expected) => {
  const command = importCommand(`urn:pulumi:test::test::${type}::${name}`, {
    explicitUrn: () => explicit,
  });
  expect(command("ID")).toBe(`pulumi import ${type} ${expected}`);
});

test("the command that imports the child of a component names its parent", () => {
  const urn = `urn:pulumi:test::test::my:index:Group$${type}::one`;
  const command = importCommand(urn, { explicitUrn: () => undefined });
  expect(command("ID")).toBe(`pulumi import ${type} one ID --parent 'parent=<URN of the parent>'`);
});

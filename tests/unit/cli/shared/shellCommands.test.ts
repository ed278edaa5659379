import { expect, test } from "@jest/globals";
import { deliveriesCommand } from "../../../../cli/shared/shellCommands";

const stack = { name: "prod", folder: "../my crm" };

test("a command names the stream, its stack and its folder as a shell takes them", () => {
  expect(deliveriesCommand("list", { name: "crm", id: "est_1", stack }, ["--type", "a,b"])).toBe(
    "npx pulumi-auth0-native deliveries list --stack prod --cwd '../my crm' crm --type 'a,b'",
  );
});

test.each([
  ["spaces and a quote", "it's crm"],
  ["invisible characters", "crm\u202e\nrm -rf"],
  ["the form of an option", "--yes"],
])("a command has the id of a stream whose name has %s", (_case, name) => {
  expect(deliveriesCommand("check", { name, id: "est_1" })).toBe(
    "npx pulumi-auth0-native deliveries check est_1",
  );
});

import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { startTenant, type Tenant } from "../../emulator/src";
import { jsProject, type Project } from "../support/engine/jsProject";
import { addPlugin } from "../support/engine/pluginFolder";

let tenant: Tenant;
let project: Project;

beforeEach(async () => {
  tenant = await startTenant();
  project = await jsProject(tenant.environment, "", { inline: true });
  addPlugin(project);
});
afterEach(async () => {
  project.remove();
  await tenant.close();
});

/** A program with streams of these names in the program and options; all have one name in the tenant. */
const program = (...resources: [name: string, options?: object][]) => `
  const { CustomResource } = require("@pulumi/pulumi");
  const args = { name: "crm", destination: { type: "action", configuration: { actionId: "a" } } };
  ${resources
    .map(([name, options]) => {
      const rest = `${JSON.stringify(name)}, args, ${JSON.stringify(options ?? {})}`;
      return `new CustomResource("auth0-native:index:EventStream", ${rest});`;
    })
    .join("\n")}`;

function run(text: string, ...args: string[]) {
  project.write(text);
  return project.pulumi(...args);
}
const up = (text: string) => run(text, "up", "--yes", "--skip-preview");
const onlyId = () => [...tenant.streams.keys()].join();
const urn = (name: string) => `urn:pulumi:test::test::auth0-native:index:EventStream::${name}`;

test("a resource renamed without an alias is not deleted with its second owner's object", async () => {
  expect((await up(program(["old"]))).code).toBe(0);
  const id = onlyId();
  const refused = await up(program(["new"]));
  expect(refused.code).not.toBe(0);
  expect(refused.text).toMatch(/409 .*aliases: .*`pulumi state rename`.*to adopt it, run `/);
  const command = /to adopt it, run `pulumi (import [^`]*)`/.exec(refused.text)?.[1] ?? "";
  expect(command).toBe(`import auth0-native:index:EventStream new ${id}`);
  const words = [...command.split(" "), "--yes", "--protect=false", "--generate-code=false"];
  expect((await project.pulumi(...words)).code).toBe(0);

  tenant.clearRequests();
  const next = await up(program(["new"]));
  expect(next.code).not.toBe(0);
  expect(next.text).toContain(
    `${id} is not deleted, since it is also the object of ${urn("new")}: if that is the new name of this resource, by an alias, rename it in an update without a replacement; if not, remove ${urn("old")} from the state alone, with \`pulumi state delete '${urn("old")}'\``,
  );
  expect(tenant.apiRequests()).toEqual([]);

  expect((await project.pulumi("state", "delete", urn("old"), "--yes")).code).toBe(0);
  expect((await up(program(["new"]))).code).toBe(0);
  expect(onlyId()).toBe(id);
});

test("an import of an object that another resource has is refused by the next preview", async () => {
  // The engine may check either of them first.
  const [first, second] = [urn("first"), urn("second")];
  const refusal = new RegExp(
    `belongs to two resources, (${first} and ${second}|${second} and ${first})`,
  );
  expect((await up(program(["first"]))).code).toBe(0);
  const byOption = program(["first"], ["second", { import: onlyId() }]);
  expect((await run(byOption, "preview")).text).toMatch(refusal);

  // `pulumi import` tells the plugin of no other resource of the stack.
  const words = ["auth0-native:index:EventStream", "second", onlyId(), "--yes", "--protect=false"];
  expect((await project.pulumi("import", ...words, "--generate-code=false")).code).toBe(0);
  const preview = await run(program(["first"], ["second"]), "preview");
  expect(preview.code).not.toBe(0);
  expect(preview.text).toMatch(refusal);
});

test("a rename with an alias keeps the object, also with a refresh in the same update", async () => {
  expect((await up(program(["old"]))).code).toBe(0);
  const id = onlyId();
  const renamed = program(["new", { aliases: [{ name: "old" }] }]);
  expect((await run(renamed, "up", "--yes", "--skip-preview", "--refresh")).code).toBe(0);
  expect(onlyId()).toBe(id);
});

import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { startTenant, type Tenant } from "../../emulator/src";
import { jsProject, type Project } from "../support/engine/jsProject";
import { addPlugin } from "../support/engine/pluginFolder";

let tenant: Tenant;
let project: Project;

beforeAll(async () => {
  tenant = await startTenant();
  project = await jsProject(tenant.environment, "", { inline: true });
  addPlugin(project);
});
afterAll(async () => {
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
const up = (text: string, ...args: string[]) => run(text, "up", "--yes", "--skip-preview", ...args);
const onlyId = () => [...tenant.streams.keys()].join();
const urn = (name: string) => `urn:pulumi:test::test::auth0-native:index:EventStream::${name}`;

test("a rename with an alias keeps the object, also with a refresh in the same update", async () => {
  expect((await up(program(["first"]))).code).toBe(0);
  const id = onlyId();
  const renamed = program(["old", { aliases: [{ name: "first" }] }]);
  expect((await up(renamed, "--refresh")).code).toBe(0);
  expect(onlyId()).toBe(id);
});

test("an object that a second resource imports is refused by the next preview, and not deleted for the first", async () => {
  const id = onlyId();
  const refused = await up(program(["new"]));
  expect(refused.code).not.toBe(0);
  expect(refused.text).toMatch(/409 .*aliases: .*`pulumi state rename`.*to adopt it, run `/);
  const command = /to adopt it, run `pulumi (import [^`]*)`/.exec(refused.text)?.[1] ?? "";
  expect(command).toBe(`import auth0-native:index:EventStream new ${id}`);
  // `pulumi import` tells the plugin of no other resource of the stack.
  const words = [...command.split(" "), "--yes", "--protect=false", "--generate-code=false"];
  expect((await project.pulumi(...words)).code).toBe(0);

  // The engine may check either of them first.
  const [old, other] = [urn("old"), urn("new")];
  const both = await run(program(["old"], ["new"]), "preview");
  expect(both.text).toMatch(
    new RegExp(`belongs to two resources, (${old} and ${other}|${other} and ${old})`),
  );

  tenant.clearRequests();
  const next = await up(program(["new"]));
  expect(next.code).not.toBe(0);
  expect(next.text).toContain(
    `${id} is not deleted, since it is also the object of ${other}: if that is the new name of this resource, by an alias, rename it in an update without a replacement; if not, remove ${old} from the state alone, with \`pulumi state delete '${old}'\``,
  );
  expect(tenant.apiRequests()).toEqual([]);
});

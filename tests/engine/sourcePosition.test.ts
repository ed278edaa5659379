import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { startTenant, type Tenant } from "../../emulator/src";
import { jsProject, type Project } from "../support/engine/jsProject";

let tenant: Tenant;
let project: Project;

beforeAll(async () => {
  tenant = await startTenant();
});

afterAll(async () => {
  project.remove();
  await tenant.close();
});

// TypeScript, whose first lines are gone in what runs; contract tests have JavaScript.
const program = `interface Erased {
  one: string;
}
import { ComponentResource } from "@pulumi/pulumi";
import * as auth0 from "pulumi-auth0-native";
const args = {
  resource: "oauth_authentication_api", consumer: "client", consumerSelector: "default",
  configuration: { action: "allow" },
};
const component = new ComponentResource("test:index:Component", "component");
new auth0.Provider("provider", { domain: process.env.AUTH0_DOMAIN, apiToken: "unused" });
const [policy] = [0].map(() => new auth0.RateLimitPolicy("policy", args, { parent: component }));
policy.id.apply((id) => auth0.RateLimitPolicy.get("read", id));
`;

/** Of what this package made, the file and the line that the state has, in the only frame. */
async function positionsIn(project: Project): Promise<Record<string, string>> {
  const { text } = await project.pulumi("stack", "export");
  const resources: Record<string, string>[] = JSON.parse(text).deployment.resources;
  const named = resources.filter(({ urn }) => /::(provider|policy|read)$/.test(`${urn}`));
  return Object.fromEntries(
    named.map(({ urn, sourcePosition, stackTrace }) => {
      expect(stackTrace).toEqual([{ sourcePosition }]);
      return [urn?.split("::").at(-1), sourcePosition?.replace(/,\d+$/, "")];
    }),
  );
}

test("the state names the lines of a TypeScript program, and an error of the program keeps its stack", async () => {
  const file = "index.ts";
  const lines = program.split("\n");
  const lineOf = (text: string) => lines.findIndex((line) => line.includes(text)) + 1;
  const environment = { ...tenant.environment, PULUMI_NODEJS_TRANSPILE_ONLY: "true" };
  project = await jsProject(environment, program, { typescript: true });

  expect(await project.pulumi("up", "--yes", "--skip-preview")).toMatchObject({ code: 0 });
  const position = (text: string) => `project:///${file}#${lineOf(text)}`;
  expect(await positionsIn(project)).toEqual({
    provider: position("new auth0.Provider"),
    policy: position("new auth0.RateLimitPolicy"),
    read: position("RateLimitPolicy.get"),
  });

  const failing = "const fail = () => { throw new Error('on purpose'); };\n[0].forEach(fail);";
  project.write(program + failing);
  const { text } = await project.pulumi("preview");
  expect(text).toMatch(
    new RegExp(
      `on purpose[^]*at fail .*${file}:${lines.length}:[^]*at Array.forEach[^]*${file}:${lines.length + 1}:`,
    ),
  );
});

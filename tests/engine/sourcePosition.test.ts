import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { jsProject, type Project } from "../support/engine/jsProject";
import { readState, type StateResource } from "../support/engine/stateFile";
import { withTenant } from "../support/engine/tenantAndStack";

const engine = withTenant();
let project: Project;

afterAll(() => project.remove());

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

interface Positions {
  sourcePosition?: string;
  stackTrace?: { sourcePosition: string }[];
}

test("the state names the lines of a TypeScript program, in the only frame", async () => {
  const environment = { ...engine.tenant.environment, PULUMI_NODEJS_TRANSPILE_ONLY: "true" };
  project = await jsProject(environment, program, { typescript: true });
  expect(await project.pulumi("up", "--yes", "--skip-preview")).toMatchObject({ code: 0 });

  const { resources } = readState(join(project.folder, "state"));
  const positions = resources.flatMap(
    ({ urn, sourcePosition, stackTrace }: StateResource & Positions) => {
      const name = urn.split("::").at(-1) ?? "";
      if (!["provider", "policy", "read"].includes(name)) return [];
      expect(stackTrace).toEqual([{ sourcePosition }]);
      return [[name, sourcePosition?.replace(/,\d+$/, "")]];
    },
  );
  const lines = program.split("\n");
  const position = (text: string) =>
    `project:///index.ts#${lines.findIndex((line) => line.includes(text)) + 1}`;
  expect(Object.fromEntries(positions)).toEqual({
    provider: position("new auth0.Provider"),
    policy: position("new auth0.RateLimitPolicy"),
    read: position("RateLimitPolicy.get"),
  });
});

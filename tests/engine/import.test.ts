import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { secretPlaceholder } from "../../provider/schema/placeholder";
import type { Props } from "../../provider/shared/json";
import { pluginTypeToken } from "../../provider/stateStrings";
import { jsProject, type Project } from "../support/engine/jsProject";
import { addPlugin } from "../support/engine/pluginFolder";
import { readAll } from "../support/engine/stack";
import { readState } from "../support/engine/stateFile";
import { withTenant } from "../support/engine/tenantAndStack";
import { idOf, streamIdOf } from "../support/tenant/many";
import { store } from "../support/tenant/objects";
import { canaries, stream } from "../support/values/eventStream";
import { kindNamed } from "../support/values/kinds";
import { policy } from "../support/values/rateLimitPolicy";

// `pulumi import` by the plugin; tests/protocol/pluginReads.test.ts has each kind, and what is rejected.

const engine = withTenant();
let project: Project;

interface Imported {
  kind: string;
  name: string;
  id: string;
  args: Props;
}
const webhook = {
  kind: "EventStream",
  name: "crm",
  id: streamIdOf(1),
  args: stream({ status: "enabled" }),
};
const limit = { kind: "RateLimitPolicy", name: "limit", id: idOf(1), args: policy() };
const objects: Imported[] = [webhook, limit];

/** The path of an object, which follows `GET `. */
const pathOf = ({ kind, id }: Imported) =>
  kindNamed(kind).routes.read?.slice("GET ".length).replace("{id}", id);
const withPlaceholder: Props = JSON.parse(
  JSON.stringify(webhook.args).replace(canaries.password, secretPlaceholder),
);

/** A program with these objects, as an SDK in JavaScript registers them. */
const programOf = (resources: (Omit<Imported, "id"> & { opts?: object })[]) =>
  [
    'const { CustomResource } = require("@pulumi/pulumi");',
    ...resources.map(({ kind, name, args, opts = {} }) => {
      const values = [pluginTypeToken(kind), name, args, opts];
      return `new CustomResource(${values.map((value) => JSON.stringify(value)).join(", ")});`;
    }),
  ].join("\n");

/** Runs the CLI: its exit code and output, and the requests that the tenant saw. */
async function run(...args: string[]) {
  const { result, requests } = await engine.during(() => project.pulumi(...args));
  return { output: `exit code ${result.code}\n${result.text}`, requests };
}
const unattended = ["--yes", "--skip-preview"];
const noCode = [...unattended, "--generate-code=false", "--protect=false"];

beforeAll(async () => {
  for (const { kind, id, args } of objects) store(engine.tenant, kindNamed(kind), id, args);
  project = await jsProject(engine.tenant.environment, "", { inline: true });
  addPlugin(project);
});
afterAll(() => project.remove());

test("an import reads each object once, and leaves a secret out of the state", async () => {
  const file = join(project.folder, "import.json");
  const resources = objects.map(({ kind, name, id }) => ({
    type: pluginTypeToken(kind),
    name,
    id,
  }));
  writeFileSync(file, JSON.stringify({ resources }));
  const { output, requests } = await run("import", "--file", file, ...noCode);
  expect(output).toMatch(/^exit code 0\n/);
  expect(output).not.toMatch(/warning|bug/);
  expect(requests.sort()).toEqual(objects.map((one) => `GET ${pathOf(one)}`));
  const state = join(project.folder, "state");
  expect(readAll(state)).not.toMatch(/canary|set it here/);
  const held = readState(state).resources.find(({ id }) => id === webhook.id);
  expect(JSON.stringify(held?.inputs)).toContain("set it here");
  expect(JSON.stringify(held?.outputs)).not.toContain("set it here");
});

test("ignoreChanges leaves the secret to Auth0, and the next up sends only the rest", async () => {
  const args = { ...withPlaceholder, name: "renamed" };
  project.write(programOf([{ ...webhook, args, opts: { ignoreChanges: ["destination"] } }, limit]));
  // A refresh of the imported objects finds no drift.
  const { output, requests } = await run("up", ...unattended, "--refresh");
  expect(output).toMatch(/^exit code 0\n/);
  expect(requests.filter((request) => !request.startsWith("GET"))).toEqual([
    `PATCH ${pathOf(webhook)}`,
  ]);
  expect(engine.tenant.requests.at(-1)?.body).toEqual({ name: "renamed" });
});

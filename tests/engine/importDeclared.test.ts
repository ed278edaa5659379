import { join } from "node:path";
import { afterEach, expect, test } from "@jest/globals";
import { until } from "../support/clock/until";
import { endDrifts, startCommand, startPulumi } from "../support/drift/driftProcess";
import { jsProject, type Project } from "../support/engine/jsProject";
import { killTree } from "../support/engine/killTree";
import { addPlugin } from "../support/engine/pluginFolder";
import { readState } from "../support/engine/stateFile";
import { withTenant } from "../support/engine/tenantAndStack";
import { store } from "../support/tenant/objects";
import { kindNamed } from "../support/values/kinds";
import { leaksIn } from "../support/values/leaks";
import { policy } from "../support/values/rateLimitPolicy";

// `import --declared`, with the real engine; tests/unit/cli/import/declared has what it leaves out.

const engine = withTenant();
let project: Project;
afterEach(endDrifts);
afterEach(() => project.remove());

/** A component with a protected stream and a policy, of an explicit Provider, in one of the package's forms. */
const program = (form: string) => `
  const pulumi = require("@pulumi/pulumi");
  const auth0 = require("pulumi-auth0-native${form}");
  const provider = new auth0.Provider("eu", { environmentPrefix: "EU_" });
  const parent = new pulumi.ComponentResource("acme:index:Team", "team");
  const webhookAuthorization = { method: "bearer", token: "canary-token" };
  const configuration = { webhookEndpoint: "https://example.com/hook", webhookAuthorization };
  const stream = { name: "crm", destination: { type: "webhook", configuration } };
  new auth0.EventStream("crm", stream, { parent, provider, protect: true });
  new auth0.RateLimitPolicy("crm", ${JSON.stringify(policy())}, { parent, provider });
`;

async function start(form: string): Promise<void> {
  const { environment } = engine.tenant;
  const ofEurope = Object.entries(environment).map(([name, value]) => [`EU_${name}`, value]);
  // One process can't run programs of both forms.
  const inline = form === "";
  project = await jsProject(Object.fromEntries(ofEurope), program(form), { inline });
  engine.tenant.streams.clear();
  engine.tenant.policies.clear();
}

/** Runs the package's command, which must succeed, send only reads, and print no secret. */
async function importing(...args: string[]): Promise<string> {
  engine.tenant.clearRequests();
  const { code, text } = await startCommand(project, ["import", ...args]).ended;
  expect(code === 0 ? "" : text).toBe("");
  expect(leaksIn(text)).toEqual([]);
  expect(engine.tenant.apiRequests().filter((one) => !one.startsWith("GET "))).toEqual([]);
  return text;
}

const managed = () =>
  readState(join(project.folder, "state"))
    .resources.filter(({ id }) => /^(est|rlp)_/.test(id ?? ""))
    .map((resource) => resource as typeof resource & { protect?: boolean; provider: string })
    .map(({ id, urn, provider, protect = false }) => ({ id, urn, provider, protect }))
    .sort((a, b) => (a.urn < b.urn ? -1 : 1));

/** The resources of the program, by the tokens of its form. */
const expected = (prefix: string, streamId: string, policyId: string) => {
  const urn = (kind: string) => `urn:pulumi:test::test::acme:index:Team$${prefix}${kind}::crm`;
  const provider = expect.stringMatching(/::pulumi:providers:[\w-]+::eu::[\w-]+$/);
  return [
    { id: streamId, urn: urn("EventStream"), provider, protect: true },
    { id: policyId, urn: urn("RateLimitPolicy"), provider, protect: false },
  ];
};

const up = ["up", "--yes", "--skip-preview"];
const policyKind = kindNamed("RateLimitPolicy");
const policyId = policyKind.id(1);

/** The next up only sends the stream's secret. */
async function expectOnePatch(streamId: string): Promise<void> {
  engine.tenant.clearRequests();
  const { code, text } = await project.pulumi(...up, "--diff");
  expect({ code, leaks: leaksIn(text) }).toEqual({ code: 0, leaks: [] });
  const writes = engine.tenant.apiRequests().filter((one) => !one.startsWith("GET "));
  expect(writes).toEqual([`PATCH /event-streams/${streamId}`]);
}

test("a loop of import --declared and up completes a killed up, in the dynamic form", async () => {
  await start("");
  const { tenant } = engine;
  tenant.addFault({ route: "POST /event-streams", kind: "hang", when: "after", times: 0 });
  const { pid } = startPulumi(project, ...up);
  await until(() => tenant.streams.size === 1);
  killTree(pid);
  tenant.clearFaults();
  await project.pulumi("cancel", "--yes");
  const [streamId = ""] = tenant.streams.keys();
  const [createdId] = tenant.policies.keys();
  if (createdId === undefined) store(tenant, policyKind, policyId, policy());

  const refused = await project.pulumi(...up);
  const [, command = ""] =
    /pulumi-auth0-native (import --declared --run)`/.exec(refused.text) ?? [];
  await importing(...command.split(" ").slice(1));
  const id = createdId ?? policyId;
  expect(managed()).toEqual(expected("pulumi-nodejs:dynamic/auth0-native:", streamId, id));
  await expectOnePatch(streamId);
});

test("import --declared imports what the plugin's program declares", async () => {
  await start("/plugin");
  addPlugin(project);
  const stream = kindNamed("EventStream");
  const [streamId, other] = [stream.id(1), stream.id(2)];
  store(engine.tenant, stream, streamId, { ...stream.first, name: "crm" });
  store(engine.tenant, stream, other, { ...stream.first, name: "other" });
  store(engine.tenant, policyKind, policyId, policy());

  expect(await importing("--declared", "--run")).toContain("Imported 2 objects into");
  expect(managed()).toEqual(expected("auth0-native:index:", streamId, policyId));
  await expectOnePatch(streamId);
});

import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { startTenant, type Tenant } from "../../emulator/src";
import { jsProject, type Project } from "../support/engine/jsProject";
import { addPlugin } from "../support/engine/pluginFolder";

/** Programs get a class for each kind of resource, of one adapter or the other. */
const classes = {
  "dynamic provider": `const { EventStream, RateLimitPolicy } = require("pulumi-auth0-native");`,
  plugin: `
    const { CustomResource } = require("@pulumi/pulumi");
    const served = (type) => class extends CustomResource {
      constructor(name, args, opts) { super("auth0-native:index:" + type, name, args, opts); }
    };
    const EventStream = served("EventStream");
    const RateLimitPolicy = served("RateLimitPolicy");`,
};

const webhook = {
  type: "webhook",
  configuration: {
    webhookEndpoint: "https://crm.example.com/hook",
    webhookAuthorization: { method: "bearer", token: "canary-token" },
  },
};
const eventbridge = (awsAccountId: string) => ({
  type: "eventbridge",
  configuration: { awsAccountId, awsRegion: "eu-central-1" },
});
const action = (actionId: string) => ({ type: "action", configuration: { actionId } });

/** Streams of these names, before and after: each is replaced. */
const destinations = {
  "to-webhook": [action("one"), webhook],
  "to-eventbridge": [webhook, eventbridge("123456789012")],
  "to-action": [eventbridge("123456789012"), action("one")],
  "other-account": [eventbridge("123456789012"), eventbridge("210987654321")],
  "other-action": [action("one"), action("two")],
};
const names = Object.keys(destinations).sort();

const stream = (name: string, args: object, options: object = {}) =>
  `new EventStream(${JSON.stringify(name)}, ${JSON.stringify(args)}, ${JSON.stringify(options)});`;

const streams = (version: number) =>
  Object.entries(destinations)
    .map(([name, versions]) => stream(name, { name, destination: versions[version] }))
    .join("\n");

const policy = (limit: number, options: object) => `
  new RateLimitPolicy("all", {
    resource: "oauth_authentication_api", consumer: "client", consumerSelector: "default",
    configuration: { action: "block", limit: ${limit} },
  }, ${JSON.stringify(options)});`;

describe.each(Object.entries(classes))("with the %s:", (adapter, head) => {
  let tenant: Tenant;
  let project: Project;
  const run = (program: string, ...args: string[]) => {
    project.write(`${head}\n${program}`);
    return project.pulumi(...args);
  };
  const up = (program: string) => run(program, "up", "--yes", "--skip-preview");

  beforeAll(async () => {
    tenant = await startTenant();
    project = await jsProject(tenant.environment, "", { inline: true });
    if (adapter === "plugin") addPlugin(project);
  });
  afterAll(async () => {
    project.remove();
    await tenant.close();
  });

  /** Methods of the requests about streams, with the name of the stream that a POST creates. */
  const writes = () =>
    tenant.requests
      .filter(({ kind, method }) => kind === "api" && method !== "GET")
      .map(({ method }) => method);

  test("a stream to each type of destination is replaced in one up, under its unique name", async () => {
    expect((await up(streams(0))).code).toBe(0);
    const before = new Set(tenant.streams.keys());

    const preview = await run(streams(1), "preview", "--diff");
    expect(preview.code).toBe(0);
    for (const id of before) {
      const cost = `a replacement of EventStream ${id} deletes it first, since the new one has the same name: in between, events are not delivered; the tenant loses its id, and the failed deliveries that were not redelivered`;
      expect(preview.text).toContain(cost);
    }

    tenant.clearRequests();
    expect(await up(streams(1))).toMatchObject({ code: 0 });
    expect(writes().sort()).toEqual(names.flatMap(() => "DELETE").concat(names.map(() => "POST")));
    expect([...tenant.streams.values()].map(({ name }) => name).sort()).toEqual(names);
    for (const id of before) expect(tenant.streams.has(id)).toBe(false);
    const drift = await project.pulumi("refresh", "--preview-only", "--expect-no-changes");
    expect(drift).toMatchObject({ code: 0 });
  });

  test("a policy that replaceOnChanges replaces is deleted first", async () => {
    const options = { replaceOnChanges: ["configuration"] };
    expect((await up(policy(1, options))).code).toBe(0);
    tenant.clearRequests();
    expect((await up(policy(2, options))).code).toBe(0);
    expect(writes()).toEqual(["DELETE", "POST"]);
    expect([...tenant.policies.values()].map(({ configuration }) => configuration.limit)).toEqual([
      2,
    ]);
  });

  test("a tainted policy conflicts with itself, and the message names deleteBeforeReplace before adoption", async () => {
    const urn =
      (await project.pulumi("stack", "--show-urns")).text.match(/urn:\S+::all/)?.[0] ?? "";
    expect((await project.pulumi("state", "taint", urn, "--yes")).code).toBe(0);
    const options = { replaceOnChanges: ["configuration"] };
    const { code, text } = await up(policy(2, options));
    expect(code).not.toBe(0);
    expect(text).toMatch(/409 .*deleteBeforeReplace: true.*to adopt it, run/);
    tenant.clearRequests();
    expect((await up(policy(2, { ...options, deleteBeforeReplace: true }))).code).toBe(0);
    expect(writes()).toEqual(["DELETE", "POST"]);
  });
});

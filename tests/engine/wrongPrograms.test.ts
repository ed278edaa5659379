import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { jsProject, type Project } from "../support/engine/jsProject";
import { withTenant } from "../support/engine/tenantAndStack";
import { run } from "../support/project";
import { canaries } from "../support/values/samples";
import { wrongInputs } from "../support/values/wrongInputs";

const engine = withTenant();
let project: Project;

beforeAll(async () => {
  project = await jsProject(engine.tenant.environment, "");
});
afterAll(() => project.remove());

const prelude = `
  const pulumi = require("@pulumi/pulumi");
  const auth0 = require("pulumi-auth0-native");
`;
const good = {
  resource: "oauth_authentication_api",
  consumer: "client",
  consumerSelector: "default",
};

describe("one preview of every wrong input", () => {
  let text: string;
  let code: number | null;

  beforeAll(async () => {
    project.write(`${prelude}
      new auth0.RateLimitPolicy("good", ${JSON.stringify({ ...good, configuration: { action: "allow" } })});
      for (const [type, rows] of Object.entries(${JSON.stringify(wrongInputs)}))
        for (const [what, args] of rows) new auth0[type](what, args);
      auth0.EventStream.get("short", "est_short");
      new auth0.RateLimitPolicy("adopted", {}, { import: "rlp_0123456789012345678901" });
      new auth0.EventStream("whole", pulumi.output({}));
      new auth0.EventStream("later", Promise.resolve({}));
      new auth0.EventStream("bare");
      const loop = { type: "action" };
      loop.configuration = loop;
      new auth0.EventStream("loop", { destination: loop });
      new auth0.EventStream("odd", { name: () => 1, destination: new Date(0), subscriptions: 10n, status: Symbol("s") });
      new auth0.GuardianFcmv1Provider("one", { serverCredentials: "first" });
      new auth0.GuardianFcmv1Provider("two", { serverCredentials: "second" });
    `);
    const { result } = await engine.during(() => project.pulumi("preview"));
    ({ text, code } = result);
  });

  test.each(Object.entries(wrongInputs))(
    "names each %s with each of its problems",
    (type, rows) => {
      expect(rows.length).toBeGreaterThan(10);
      const lines = text.split("\n").map((line) => line.trim());
      const expected = rows.flatMap(([what, , ...failures]) =>
        failures.map((failure) => `error: ${type} "${what}": ${failure}`),
      );
      expect(expected.filter((line) => !lines.includes(line))).toEqual([]);
    },
  );

  test.each([
    'EventStream "short": "est_short" is not an id of EventStream: it must have 26 characters, not 9',
    'RateLimitPolicy "adopted": the option import is not supported',
    'EventStream "whole": pass the arguments as an object; its properties may be Outputs',
    'EventStream "later": pass the arguments as an object; its properties may be Outputs',
    'EventStream "bare": destination is required',
    'EventStream "loop": destination.configuration.type is not a property',
    'EventStream "odd": name must be a string, not an object',
    'EventStream "odd": destination.type is required',
    'EventStream "odd": subscriptions must be an array',
    'GuardianFcmv1Provider "two": a tenant has only one, which "one" manages already',
  ])("says %s", (line) => {
    expect(text).toContain(`error: ${line}`);
  });

  test("fails, sends nothing, and shows neither secret nor stack", () => {
    expect(code).not.toBe(0);
    expect(engine.tenant.requests).toEqual([]);
    for (const secret of Object.values(canaries)) expect(text).not.toContain(secret);
    expect(text).not.toMatch(/^\s+at /m);
  });

  test("and an up without preview sends no wrong input", async () => {
    const { result } = await engine.during(() => project.pulumi("up", "--yes", "--skip-preview"));
    expect(result.code).not.toBe(0);
    // The engine may create the two resources that are right before it stops.
    const right = /^(POST \/rate-limit-policies|PUT \/guardian)/;
    expect(engine.tenant.apiRequests().filter((line) => !right.test(line))).toEqual([]);
    expect(JSON.stringify(engine.tenant.requests)).not.toContain('"second"');
    expect([...engine.tenant.streams.values()]).toEqual([]);
  });
});

test("the engine reports a wrong value in an Output with the same message", async () => {
  project.write(`${prelude}
    new auth0.EventStream("late", {
      name: pulumi.output("").apply((text) => text),
      destination: pulumi.output({ type: "action", configuration: { actionId: "" } }),
    });`);
  const { result } = await engine.during(() => project.pulumi("preview"));
  expect(result.code).not.toBe(0);
  const has = "EventStream resource 'late' has a problem:";
  expect(result.text).toContain(`${has} name must have 1 to 128 characters, not 0`);
  expect(result.text).toContain(`${has} destination.configuration.actionId must not be empty`);
  expect(engine.tenant.requests).toEqual([]);
});

test.each([
  [
    "a Provider of an Output",
    'new auth0.Provider("eu", pulumi.output({ domain: "a.example.com" }));',
    'Provider "eu": pass the arguments as an object; its properties may be Outputs',
  ],
  [
    "an unknown argument of a Provider",
    'new auth0.Provider("eu", { clientid: "a", environmentPrefix: "2_" });',
    'Provider "eu": clientid is not a property; did you mean clientId?; environmentPrefix must consist of',
  ],
  [
    "an id of the wrong length in getDeliveries",
    'auth0.getDeliveriesOutput({ eventStreamId: "short" });',
    "getDeliveries: eventStreamId must have 26 characters, not 5",
  ],
  [
    "an invalid Date in getDeliveriesOutput",
    `auth0.getDeliveriesOutput({
      eventStreamId: "est_0123456789012345678901",
      dateFrom: new Date(NaN),
      dateTo: pulumi.output(Promise.resolve(new Date(NaN))),
    });`,
    "getDeliveries: dateFrom must be a valid RFC 3339 date-time",
  ],
])("%s is one line without a stack trace", async (_what, program, line) => {
  project.write(`${prelude} ${program}`);
  const { result } = await engine.during(() => project.pulumi("preview"));
  expect(result.code).not.toBe(0);
  expect(result.text).toContain(`error: ${line}`);
  expect(result.text).not.toMatch(/^\s+at /m);
  expect(engine.tenant.requests).toEqual([]);
});

test("an unknown stream is one line without a stack trace", async () => {
  project.write(
    `${prelude} auth0.getDeliveriesOutput({ eventStreamId: "est_0123456789012345678901" });`,
  );
  const { result } = await engine.during(() => project.pulumi("preview"));
  expect(result.text).toMatch(
    /error: GET \/event-streams\/est_0123456789012345678901\/deliveries .*404.*there is no such stream in this tenant/,
  );
  expect(result.text).not.toMatch(/^\s+at /m);
});

test("a program that runs with Pulumi's mocks reports its errors too", async () => {
  project.write(`${prelude}
    pulumi.runtime.setMocks({
      newResource: ({ name, inputs }) => ({ id: name, state: inputs }),
      call: () => ({}),
    });
    const stream = new auth0.EventStream("mocked", { name: "crm", destination: { type: "action", configuration: { actionId: "a" } } });
    new auth0.EventStream("wrong", {});
    pulumi.all([stream.name, stream.urn]).apply(([name]) => console.log("mocked " + name));`);
  const { text } = await run(process.execPath, ["index.js"], project.folder);
  expect(text).toContain("mocked crm");
  expect(text).toContain('EventStream "wrong": destination is required');
});

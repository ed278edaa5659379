import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { jsProject, type Project } from "../support/engine/jsProject";
import { withTenant } from "../support/engine/tenantAndStack";
import { push, serviceAccount } from "../support/values/guardianFcmv1Provider";
import { kinds } from "../support/values/kinds";
import { leaksIn } from "../support/values/leaks";

const wrongInputs = kinds.map(({ name, wrong }) => [name, wrong] as const);

const engine = withTenant();
let project: Project;

beforeAll(async () => {
  project = await jsProject(engine.tenant.environment, "");
});
afterAll(() => project.remove());

const prelude = `
  const pulumi = require("@pulumi/pulumi");
  const auth0 = require("pulumi-auth0-native");
  const secretNumber = 8675309;
  const basic = (password) => ({ type: "webhook", configuration: {
    webhookEndpoint: "https://example.com",
    webhookAuthorization: { method: "basic", username: "u", password },
  } });
`;

const right = `{
  resource: "oauth_authentication_api", consumer: "client", consumerSelector: "default", configuration: { action: "allow" },
}`;

describe("one update with every wrong input", () => {
  let text: string;
  let code: number | null;

  beforeAll(async () => {
    project.write(`${prelude}
      new auth0.RateLimitPolicy("right", ${right});
      for (const [type, rows] of ${JSON.stringify(wrongInputs)})
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
      new auth0.EventStream("number", { destination: basic(secretNumber) });
      const account = JSON.stringify({ type: "service_account", project_id: "p", private_key: secretNumber, client_email: "e" });
      new auth0.GuardianFcmv1Provider("account", { serverCredentials: account });
      new auth0.GuardianFcmv1Provider("one", ${JSON.stringify(push(serviceAccount("first")))});
      new auth0.GuardianFcmv1Provider("two", ${JSON.stringify(push(serviceAccount("second")))});
      new auth0.Provider("provider", { clientid: "a", clientSecret: secretNumber });
    `);
    ({ text, code } = await project.pulumi("up", "--yes", "--skip-preview"));
  });

  test.each(wrongInputs)("names each %s with each of its problems", (type, rows) => {
    expect(rows.length).toBeGreaterThan(2);
    const printed = text.replace(/^ +/gm, "");
    const expected = rows.flatMap(([what, , ...failures]) =>
      failures.map((failure) => `error: ${type} "${what}": ${failure}`),
    );
    expect(expected.filter((message) => !printed.includes(`${message}\n`))).toEqual([]);
  });

  test.each([
    'EventStream "short": "est_short" is not a valid EventStream ID. It must have 26 characters, not 9.',
    `RateLimitPolicy "adopted": The import option isn't supported here`,
    'EventStream "whole": Pass the arguments as an object. Its properties can be Outputs.',
    'EventStream "later": Pass the arguments as an object. Its properties can be Outputs.',
    'EventStream "bare": destination is required',
    'EventStream "loop": destination.configuration.type is not a property',
    'EventStream "odd": name must be a string, not an object',
    'EventStream "odd": destination.type is required',
    'EventStream "odd": subscriptions must be an array',
    'EventStream "number": destination.configuration.webhookAuthorization.password must be a string, not a number',
    'GuardianFcmv1Provider "account": serverCredentials, as JSON: private_key must be a string, not a number',
    'GuardianFcmv1Provider "two": it manages the same object as "one" in this tenant',
    'Provider "provider": clientid is not a property. Did you mean clientId?; clientSecret must be a string, not a number',
  ])("says %s", (line) => {
    expect(text).toContain(`error: ${line}`);
  });

  test("fails, sends no wrong input, and shows neither secret nor stack", () => {
    expect(code).not.toBe(0);
    // The engine may create valid resources before it stops.
    const ofRight = /^(POST \/rate-limit-policies|PUT \/guardian)/;
    expect(engine.tenant.apiRequests().filter((line) => !ofRight.test(line))).toEqual([]);
    expect(JSON.stringify(engine.tenant.requests)).not.toContain("second");
    expect(leaksIn(text)).toEqual([]);
    expect(text).not.toMatch(/8,?675,?309/);
    expect(text).not.toMatch(/^\s+at /m);
  });
});

describe("one preview with wrong values in Outputs, and an unknown stream", () => {
  let text: string;
  const id = "est_0123456789012345678901";

  beforeAll(async () => {
    project.write(`${prelude}
      module.exports = async () => {
        new auth0.EventStream("late", {
          name: pulumi.output("").apply((text) => text),
          destination: pulumi.output(basic(Promise.resolve(secretNumber))),
        });
        const { deliveries } = auth0.getDeliveriesOutput({ eventStreamId: "${id}" });
        await new Promise((shown) => process.once("unhandledRejection", shown));
        return { deliveries };
      };`);
    const { result, requests } = await engine.during(() => project.pulumi("preview", "--diff"));
    text = result.text;
    expect(result.code).not.toBe(0);
    expect(requests).toEqual([`GET /event-streams/${id}/deliveries`]);
  });

  test("has the engine's report of the values, with the same messages and no secret", () => {
    const has = "EventStream resource 'late' has a problem:";
    expect(text).toContain(`${has} name must have 1 to 128 characters, not 0`);
    expect(text).toContain("webhookAuthorization.password must be a string, not a number");
    expect(text).not.toMatch(/8,?675,?309/);
  });

  test("names the stream on one line without a stack trace, even if its Output is awaited later", () => {
    expect(text).not.toContain("Warning");
    expect(text).toMatch(
      /error: GET \/event-streams\/est_0123456789012345678901\/deliveries .*404.*\n\s*This tenant has no such stream/,
    );
    expect(text).not.toMatch(/^\s+at /m);
  });
});

test("an input that registerResourceTransform sets is not missing", async () => {
  // The language host could end the program before the engine asks for the transform.
  const inline = await jsProject(
    engine.tenant.environment,
    `${prelude}
    pulumi.runtime.registerResourceTransform(({ props, opts }) => ({ props: { ...${right}, ...props }, opts }));
    new auth0.RateLimitPolicy("filled", {});
    new auth0.RateLimitPolicy("empty", { consumerSelector: "" });`,
    { inline: true },
  );
  const { text } = await inline.pulumi("preview");
  inline.remove();
  expect(text).toContain('RateLimitPolicy "empty": consumerSelector must be');
  expect(text).not.toContain("is required");
});

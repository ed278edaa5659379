import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { jsProject, type Project } from "../support/engine/jsProject";
import { withTenant } from "../support/engine/tenantAndStack";
import { leaksIn } from "../support/values/leaks";

const engine = withTenant();
let project: Project;

beforeAll(async () => {
  project = await jsProject(engine.tenant.environment, "");
  const hook = JSON.stringify({ method: "basic", username: "u", password: 8675309 });
  const secrets = [`hook=${hook}`, "number=8675309"].flatMap((one) => ["--secret", one]);
  await project.pulumi("config", "set-all", ...secrets);
});
afterAll(() => project.remove());

const prelude = `
  const pulumi = require("@pulumi/pulumi");
  const auth0 = require("pulumi-auth0-native");
  const config = new pulumi.Config();
  const number = 8675309;
  const hook = (webhookAuthorization) => ({ type: "webhook", configuration: { webhookEndpoint: "https://example.com", webhookAuthorization } });
  let name = "wrong";
  const stream = (destination, changes) => new auth0.EventStream(name, { destination, ...changes });
  const basic = (password) => hook({ method: "basic", username: "u", password });
  const policy = (limit) => new auth0.RateLimitPolicy(name, {
    resource: "oauth_authentication_api", consumer: "client", consumerSelector: "default", configuration: { action: "block", limit },
  });
  const account = (private_key) => JSON.stringify({ type: "service_account", project_id: "p", private_key, client_email: "e" });
`;
const password = "webhookAuthorization.password must be a string, not a number";
const key = "serverCredentials, as JSON: private_key must be a string, not a number";

async function expectNoValueShown(program: string): Promise<string> {
  project.write(`${prelude} ${program}`);
  const { code, text } = await project.pulumi("preview", "--diff");
  expect(code).not.toBe(0);
  expect(text).not.toMatch(/8,?675,?309/);
  expect(leaksIn(text)).toEqual([]);
  expect(engine.tenant.requests).toEqual([]);
  return text;
}

/** Known when the program runs: each constructor reports its error, so one preview shows them all. */
describe("a plain value of a wrong type in place of a secret", () => {
  const cases: [statement: string, message: string][] = [
    ["stream(basic(number))", password],
    ["stream(basic(true))", "webhookAuthorization.password must be a string, not a boolean"],
    [
      "new auth0.GuardianFcmv1Provider(name, { serverCredentials: number })",
      "serverCredentials must be a string, not a number",
    ],
    ["new auth0.GuardianFcmv1Provider(name, { serverCredentials: account(number) })", key],
    [
      "new auth0.Provider(name, { clientSecret: number })",
      "clientSecret must be a string, not a number",
    ],
  ];
  let lines: string[];

  beforeAll(async () => {
    const statements = cases.map(([statement], index) => `name = "wrong-${index}"; ${statement};`);
    lines = (await expectNoValueShown(statements.join("\n"))).split("\n");
  });

  test.each(cases.map((one, index) => [...one, `"wrong-${index}": `] as const))(
    "%s is reported without the value",
    (_statement, message, name) => {
      expect(lines).toContainEqual(expect.stringContaining(name));
      expect(lines.find((line) => line.includes(name))).toContain(message);
    },
  );
});

/** Known only later, so the engine stops at the first one: each has a preview of its own. */
test.each([
  ["stream(basic(pulumi.secret(number)))", password],
  ['stream(hook(config.requireSecretObject("hook")))', password],
  ["stream(pulumi.secret(basic(number)))", password],
  ["stream(pulumi.output(basic(Promise.resolve(number))))", password],
  ["stream(basic('p'), { name: pulumi.secret(number) })", "name must be a string, not a number"],
  ['policy(config.requireSecretNumber("number"))', "limit must be from 0 to 10,000"],
  [
    "stream(pulumi.secret(hook({ method: 'bearer', token: 't', [['canary', 'key'].join('-')]: 1 })))",
    "webhookAuthorization has a property that does not exist; valid properties: method and token",
  ],
  [
    "stream(pulumi.secret(hook({ method: ['canary', 'method'].join('-') })))",
    "webhookAuthorization.method must be basic, bearer or custom_header",
  ],
  [
    "new auth0.GuardianFcmv1Provider('wrong', { serverCredentials: pulumi.secret(account(number)) })",
    key,
  ],
  [
    "auth0.getDeliveriesOutput({ eventStreamId: 'x'.repeat(26), take: config.requireSecretNumber('number') })",
    "take must be from 1 to 100",
  ],
])("%s is reported without the value", async (statement, message) => {
  expect(await expectNoValueShown(`${statement};`)).toContain(message);
});

test("a number in an Output as a Provider's secret is in no message", async () => {
  project.write(`${prelude}
    const args = { domain: process.env.AUTH0_DOMAIN, clientId: "emulator-client", clientSecret: pulumi.output(number) };
    const provider = new auth0.Provider("eu", args);
    new auth0.GuardianFcmv1Provider("push", { serverCredentials: "s3cr3t" }, { provider });`);
  engine.tenant.answer = ({ kind }) =>
    kind === "token" ? { status: 401, body: { error_description: "not 8675309" } } : undefined;
  const { code, text } = await project.pulumi("up", "--yes", "--skip-preview");
  engine.tenant.answer = undefined;
  expect(code).not.toBe(0);
  expect(text).toContain("401: not [secret]");
  expect(text).not.toMatch(/8,?675,?309/);
});

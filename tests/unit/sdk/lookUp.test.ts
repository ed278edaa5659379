import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import * as pulumi from "@pulumi/pulumi";
import { startTenant, type Tenant } from "../../../emulator/src";
import {
  EventStream,
  getEventStream,
  getEventStreamOutput,
  getEventStreams,
  getRateLimitPoliciesOutput,
  getRateLimitPolicyOutput,
  Provider,
} from "../../../sdk";
import { resetAdapter } from "../../../sdk/adapter";
import { addStream, idOf, manyPolicies, streamIdOf } from "../../support/tenant/many";
import { configurationOf, mockEngine, withoutOwnVariables } from "./program";

let eu: Tenant;
let us: Tenant;
const id = streamIdOf(1);

beforeAll(async () => {
  withoutOwnVariables();
  [eu, us] = await Promise.all([startTenant(), startTenant()]);
  addStream(eu, id, "crm");
  manyPolicies(eu, 2);
  addStream(us, id, "crm of us");
});
afterAll(() => Promise.all([eu.close(), us.close()]));
beforeEach(async () => {
  resetAdapter();
  await mockEngine(true);
  pulumi.runtime.setAllConfig(configurationOf("auth0", eu));
  eu.clearRequests();
});

/** An Output's value, and whether it is known and secret. */
async function stateOf<T>(output: pulumi.Output<T>) {
  const { isKnown, isSecret } = output as unknown as Record<string, Promise<boolean>>;
  const value = await (output as unknown as { promise(): Promise<T> }).promise();
  return { isKnown: await isKnown, isSecret: await isSecret, value };
}

test("the option provider chooses the tenant", async () => {
  const [domain, clientId, clientSecret] = Object.values(configurationOf("auth0", us));
  const provider = new Provider("us", { domain, clientId, clientSecret } as object);
  expect(await getEventStreams({ provider })).toMatchObject({
    eventStreams: [{ name: "crm of us" }],
  });
  const found = await stateOf(getEventStreamOutput({ id }, { provider }));
  expect(found).toMatchObject({ isSecret: false, value: { name: "crm of us" } });
});

test("a destination of an unknown type is secret, except its type", async () => {
  const destination = { type: "kafka", configuration: { topic: "canary" } };
  eu.respond = ({ kind }) => (kind === "api" ? { body: { id, destination } } : undefined);
  const found = (await getEventStream({ id })).destination;
  const later = (await stateOf(getEventStreamOutput({ id }))).value.destination;
  eu.respond = undefined;
  for (const { type, configuration } of [found, later]) {
    expect(type).toBe("kafka");
    const hidden = await stateOf(pulumi.output(configuration));
    expect(hidden).toMatchObject({ isSecret: true, value: { topic: "canary" } });
  }
});

describe("the form for Outputs", () => {
  test("takes Outputs, and returns a secret for a secret", async () => {
    const consumerSelector = pulumi.output("client_id:c1");
    const key = { resource: "oauth_authentication_api", consumer: "client" } as const;
    expect(await stateOf(getRateLimitPolicyOutput({ ...key, consumerSelector }))).toMatchObject({
      isKnown: true,
      isSecret: false,
      value: { id: idOf(1) },
    });
    const secret = getRateLimitPoliciesOutput({
      consumerSelector: pulumi.secret("client_id:c1"),
    });
    expect(await stateOf(secret)).toMatchObject({
      isSecret: true,
      value: { rateLimitPolicies: [{ id: idOf(1) }] },
    });
  });

  test("does not repeat a secret in an error", async () => {
    const output = getEventStreamOutput({ name: pulumi.secret("canary-name") });
    const promises = Object.values(output).filter((value) => value instanceof Promise);
    const [rejected] = await Promise.allSettled(promises);
    expect(String((rejected as PromiseRejectedResult).reason)).toContain(
      'no event stream with the name "[secret]"',
    );
  });

  test("is unknown in a preview that creates the resource of its arguments", async () => {
    const destination = { type: "action", configuration: { actionId: "a" } } as const;
    const stream = new EventStream("new", { name: "new", destination });
    expect((await stateOf(getEventStreamOutput({ id: stream.id }))).isKnown).toBe(false);
    const name = stream.name.apply((text) => text ?? "");
    expect((await stateOf(getEventStreamOutput({ name }))).isKnown).toBe(false);
    expect(eu.apiRequests()).toEqual([]);
  });
});

test("an error has no stack trace, and the names of the stack's configuration", async () => {
  const refusal = (result: Promise<unknown>) => result.catch((error: Error) => error);
  const error = await refusal(getEventStream({ name: "none" }));
  expect(error).toMatchObject({
    message: expect.stringContaining('no event stream with the name "none".\ngetEventStreams'),
    stack: (error as Error).message,
  });
  const provider = new Provider("eu", { environmentPrefix: "EU_" });
  expect(await refusal(getEventStream({ id }, { provider }))).toMatchObject({
    message: expect.stringContaining(
      "Set the Provider's domain.\nTo use a variable instead, set EU_AUTH0_DOMAIN.",
    ),
  });
  pulumi.runtime.setAllConfig({ "auth0:domain": "example.auth0.com" });
  expect(await refusal(getEventStream({ id }))).toMatchObject({
    message: expect.stringContaining("auth0:clientId and auth0:clientSecret"),
  });
});

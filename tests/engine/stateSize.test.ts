import { beforeAll, expect, test } from "@jest/globals";
import { EventStream, RateLimitPolicy } from "../../sdk";
import type { StateResource } from "../support/engine/stateFile";
import { withTenant } from "../support/engine/tenantAndStack";
import { policy, subscriptions, webhook } from "../support/values/samples";

const engine = withTenant();
const domain = "a-tenant-of-thirty.eu.auth0.co";
let resources: StateResource[];

beforeAll(async () => {
  const stack = await engine.newStack();
  const { code } = await stack.up(async () => {
    new EventStream("stream", {
      name: "a-name-of-24-characters-",
      subscriptions,
      destination: webhook({ method: "bearer", token: "a-token-of-24-characters" }),
    });
    new RateLimitPolicy("policy", policy("default", { action: "block", limit: 100 }));
  });
  expect(code).toBe(0);
  ({ resources } = await stack.state());
});

/** Bytes of inputs and outputs as `pulumi stack export` has them, in a tenant of 30 characters. */
function bytesOf(name: string): number {
  const { inputs, outputs } = resources.find(({ urn }) => urn.endsWith(`::${name}`)) ?? {};
  expect([domain.length, outputs?.tenant]).toEqual([30, engine.tenant.domain]);
  const text = JSON.stringify(inputs) + JSON.stringify({ ...outputs, tenant: domain });
  process.stdout.write(`State of a ${name}: ${Buffer.byteLength(text)} bytes\n`);
  return Buffer.byteLength(text);
}

test("a webhook stream takes less than 1,250 bytes of state", () => {
  expect(bytesOf("stream")).toBeLessThan(1250);
});

test("a policy takes less than 650 bytes of state", () => {
  expect(bytesOf("policy")).toBeLessThan(650);
});

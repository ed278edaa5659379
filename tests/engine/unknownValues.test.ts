import { expect, test } from "@jest/globals";
import * as pulumi from "@pulumi/pulumi";
import { EventStream, GuardianFcmv1Provider, RateLimitPolicy } from "../../sdk";
import { withTenant } from "../support/engine/tenantAndStack";
import { action, authorizations, webhook } from "../support/values/eventStream";
import { serverCredentials } from "../support/values/guardianFcmv1Provider";
import { policyFor } from "../support/values/rateLimitPolicy";

const engine = withTenant();

/** A stream, and inputs that take a text of it that the service adds: not known before it is created. */
async function programOfUnknowns(): Promise<void> {
  const { createdAt: text } = new EventStream("first", { destination: action() });
  const password = text.apply(() => "");
  new EventStream("endpoint", {
    destination: {
      type: "webhook",
      configuration: {
        webhookEndpoint: pulumi.interpolate`https://example.com/${text}`,
        webhookAuthorization: { ...authorizations.basic, password },
      },
    },
  });
  new EventStream("destination", {
    destination: text.apply(() => webhook(authorizations.bearer)),
  });
  const limit = text.apply(({ length }) => length);
  new RateLimitPolicy("limit", policyFor("default", { action: "block", limit }));
  new GuardianFcmv1Provider("push", { serverCredentials: text.apply(() => serverCredentials) });
}

test("an unknown value passes a preview, and fails before its request if it is wrong once it is known", async () => {
  const stack = await engine.newStack();
  const preview = await engine.during(() => stack.preview(programOfUnknowns));
  expect(preview.result.code).toBe(0);
  expect(preview.result.steps).toHaveLength(5);
  expect(preview.requests).toEqual([]);

  const { result, requests } = await engine.during(() => stack.up(programOfUnknowns));
  expect(result.code).not.toBe(0);
  const problem = "destination.configuration.webhookAuthorization.password must not be empty";
  expect(result.text).toContain(`EventStream resource 'endpoint' has a problem: ${problem}`);
  expect(result.text).not.toContain("canary");
  expect(requests).toContain("POST /event-streams");
  expect(JSON.stringify(engine.tenant.requests)).not.toContain("https://example.com/");
});

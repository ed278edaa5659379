import { expect, test } from "@jest/globals";
import * as pulumi from "@pulumi/pulumi";
import { EventStream, GuardianFcmv1Provider, RateLimitPolicy } from "../../sdk";
import { action, authorizations, canaries, policy, webhook } from "../support/samples";
import { withTenant } from "../support/tenantAndStack";

const engine = withTenant();

/** Each makes of a text, not known in preview, an input that is wrong once it is known. */
const late: [string, (text: pulumi.Output<string>) => void, string][] = [
  [
    "a name",
    (text) => new EventStream("late", { name: text.apply(() => ""), destination: action() }),
    "name must have 1 to 128 characters, not 0",
  ],
  [
    "an endpoint, interpolated",
    (text) =>
      new EventStream("late", {
        destination: {
          type: "webhook",
          configuration: {
            webhookEndpoint: pulumi.interpolate`http://${text}`,
            webhookAuthorization: authorizations.bearer,
          },
        },
      }),
    "destination.configuration.webhookEndpoint must be an https:// URL, since a secret travels to it",
  ],
  [
    "a whole destination",
    (text) =>
      new EventStream("late", {
        destination: text.apply(() => webhook({ ...authorizations.basic, password: "" })),
      }),
    "destination.configuration.webhookAuthorization.password must not be empty",
  ],
  [
    "a limit",
    (text) =>
      new RateLimitPolicy(
        "late",
        policy("default", { action: "block", limit: text.apply((it) => it.length + 0.5) }),
      ),
    "configuration.limit must be a whole number",
  ],
  [
    "push credentials",
    (text) =>
      new GuardianFcmv1Provider("late", {
        serverCredentials: text.apply(() => canaries.serverCredentials.slice(0, -1)),
      }),
    "serverCredentials begins as JSON does, but is not valid JSON",
  ],
];

test.each(late)(
  "%s that is wrong once it is known fails before its request",
  async (_what, add, told) => {
    const stack = await engine.newStack();
    const program = async () => {
      const first = new EventStream("first", { destination: action() });
      // What the service adds is not known in a preview.
      add(first.createdAt);
    };
    const preview = await engine.during(() => stack.preview(program));
    expect(preview.result.code).toBe(0);
    expect(preview.result.steps).toEqual(["create first", "create late"]);
    expect(engine.tenant.requests).toEqual([]);
    const up = await engine.during(() => stack.up(program));
    expect(up.result.code).not.toBe(0);
    expect(up.result.text).toContain(`resource 'late' has a problem: ${told}`);
    expect(up.result.text).not.toContain("canary");
    expect(up.requests).toEqual(["POST /event-streams"]);
    await stack.destroy();
  },
);

import { beforeAll, expect, test } from "@jest/globals";
import * as pulumi from "@pulumi/pulumi";
import { EventStream, GuardianFcmv1Provider, RateLimitPolicy } from "../../sdk";
import type { TestStack } from "../support/engine/stack";
import { withTenant } from "../support/engine/tenantAndStack";
import { action, authorizations, canaries, policy, webhook } from "../support/values/samples";

const engine = withTenant();

/** Each makes of a text, not known in preview, an input that is wrong once it is known. */
const late: [string, (name: string, text: pulumi.Output<string>) => void, string][] = [
  [
    "a name",
    (late, text) => new EventStream(late, { name: text.apply(() => ""), destination: action() }),
    "name must have 1 to 128 characters, not 0",
  ],
  [
    "an endpoint, interpolated",
    (late, text) =>
      new EventStream(late, {
        destination: {
          type: "webhook",
          configuration: {
            webhookEndpoint: pulumi.interpolate`http://${text}`,
            webhookAuthorization: authorizations.bearer,
          },
        },
      }),
    "destination.configuration.webhookEndpoint must be a URL that begins with https:// in lower case; requests to it carry a secret",
  ],
  [
    "a whole destination",
    (late, text) =>
      new EventStream(late, {
        destination: text.apply(() => webhook({ ...authorizations.basic, password: "" })),
      }),
    "destination.configuration.webhookAuthorization.password must not be empty",
  ],
  [
    "a limit",
    (late, text) =>
      new RateLimitPolicy(
        late,
        policy("default", { action: "block", limit: text.apply((it) => it.length + 0.5) }),
      ),
    "configuration.limit must be a whole number",
  ],
  [
    "push credentials",
    (late, text) =>
      new GuardianFcmv1Provider(late, {
        serverCredentials: text.apply(() => canaries.serverCredentials.slice(0, -1)),
      }),
    "serverCredentials looks like JSON but cannot be parsed",
  ],
];

let stack: TestStack;

beforeAll(async () => {
  stack = await engine.newStack();
});

/** A stream, and what takes something of it that the service adds: not known before it is made. */
const program = (first: string, all: typeof late) => async () => {
  const { createdAt } = new EventStream(first, { destination: action() });
  for (const [what, add] of all) add(what, createdAt);
};

test("an unknown value passes a preview", async () => {
  const { result, requests } = await engine.during(() => stack.preview(program("first", late)));
  expect(result.code).toBe(0);
  const names = ["first", ...late.map(([what]) => what)];
  expect(result.steps.sort()).toEqual(names.map((name) => `create ${name}`).sort());
  expect(requests).toEqual([]);
});

test.each(late)(
  "%s that is wrong once it is known fails before its request",
  async (what, add, expected) => {
    const { result, requests } = await engine.during(() =>
      stack.up(program(`before ${what}`, [[what, add, expected]])),
    );
    expect(result.code).not.toBe(0);
    expect(result.text).toContain(`resource '${what}' has a problem: ${expected}`);
    expect(result.text).not.toContain("canary");
    expect(requests).toEqual(["POST /event-streams"]);
  },
);

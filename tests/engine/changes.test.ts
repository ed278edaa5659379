import { beforeAll, describe, expect, test } from "@jest/globals";
import type { PulumiFn } from "@pulumi/pulumi/automation";
import {
  EventStream,
  type EventStreamArgs,
  GuardianFcmv1Provider,
  RateLimitPolicy,
} from "../../sdk";
import { action, authorizations, canaries, eventbridge, policy, webhook } from "../support/samples";
import type { TestStack } from "../support/stack";
import { withTenant } from "../support/tenantAndStack";

const engine = withTenant();
let stack: TestStack;

beforeAll(async () => {
  stack = await engine.newStack();
});

const streamProgram =
  (args: EventStreamArgs): PulumiFn =>
  async () => {
    new EventStream("crm", args);
  };

/** Applies a program and tells the plan, what was done, and what the server saw. */
async function apply(program: PulumiFn) {
  const plan = await engine.during(() => stack.preview(program));
  expect(plan.requests).toEqual([]);
  const { result, requests } = await engine.during(() => stack.up(program));
  expect(result).toMatchObject({ code: 0, steps: plan.result.steps });
  return {
    steps: plan.result.steps,
    requests: requests.map((line) => line.replace(/(est|rlp)_\w+/, "{id}")),
  };
}

const base: EventStreamArgs = {
  name: "crm",
  subscriptions: [{ eventType: "user.created" }, { eventType: "user.deleted" }],
  destination: webhook(authorizations.bearer),
};

describe("a webhook stream", () => {
  beforeAll(async () => {
    await stack.up(streamProgram(base));
  });

  test("a rename sends the name and nothing else", async () => {
    const { steps, requests } = await apply(streamProgram({ ...base, name: "crm2" }));
    expect(steps).toEqual(["update crm ~name"]);
    expect(requests).toEqual(["PATCH /event-streams/{id}"]);
    expect(engine.onlyBody()).toEqual({ name: "crm2" });
  });

  test("changed subscriptions are sent alone", async () => {
    const subscriptions = [{ eventType: "user.created" as const }];
    const { steps } = await apply(streamProgram({ ...base, name: "crm2", subscriptions }));
    expect(steps).toEqual(["update crm -subscriptions[1]"]);
    expect(engine.onlyBody()).toEqual({ subscriptions: [{ event_type: "user.created" }] });
    await stack.up(streamProgram({ ...base, name: "crm2" }));
  });

  const reordered: EventStreamArgs = {
    ...base,
    name: "crm2",
    subscriptions: [{ eventType: "user.deleted" }, { eventType: "user.created" }],
  };

  test("reordered subscriptions are no difference", async () => {
    expect(await apply(streamProgram(reordered))).toEqual({ steps: [], requests: [] });
  });

  test("reordered together with a rename, only the name is in plan and request", async () => {
    const { steps } = await apply(streamProgram({ ...reordered, name: "crm3" }));
    expect(steps).toEqual(["update crm ~name"]);
    expect(engine.onlyBody()).toEqual({ name: "crm3" });
  });

  test("a new token sends the complete destination, secret included", async () => {
    const destination = webhook({ method: "bearer", token: `${canaries.token}-2` });
    const { steps } = await apply(streamProgram({ ...base, name: "crm3", destination }));
    expect(steps).toEqual(["update crm ~destination.configuration.webhookAuthorization.token"]);
    expect(engine.onlyBody()).toEqual({
      destination: {
        type: "webhook",
        configuration: {
          webhook_endpoint: "https://hooks.example.com/auth0",
          webhook_authorization: { method: "bearer", token: `${canaries.token}-2` },
        },
      },
    });
  });

  test("another endpoint sends the secret along", async () => {
    const destination = webhook(authorizations.bearer, "https://hooks.example.com/2");
    await apply(streamProgram({ ...base, name: "crm3", destination }));
    expect(engine.onlyBody()).toMatchObject({
      destination: { configuration: { webhook_authorization: { token: canaries.token } } },
    });
    await stack.up(streamProgram({ ...base, name: "crm3" }));
  });

  test("another method is changed in place", async () => {
    const destination = webhook(authorizations.basic);
    const { requests } = await apply(streamProgram({ ...base, name: "crm3", destination }));
    expect(requests).toEqual(["PATCH /event-streams/{id}"]);
    await stack.up(streamProgram({ ...base, name: "crm3" }));
  });

  test("status goes off and, removed from the program, back on", async () => {
    await apply(streamProgram({ ...base, name: "crm3", status: "disabled" }));
    expect(engine.onlyBody()).toEqual({ status: "disabled" });
    const { steps } = await apply(streamProgram({ ...base, name: "crm3" }));
    expect(steps).toEqual(["update crm ~status"]);
    expect(engine.onlyBody()).toEqual({ status: "enabled" });
  });

  test("name and subscriptions, removed from the program, stay as they are", async () => {
    const { destination } = base;
    expect(await apply(streamProgram({ destination }))).toEqual({ steps: [], requests: [] });
    expect((await stack.drift()).code).toBe(0);
    const [stored] = engine.tenant.streams.values();
    expect(stored).toMatchObject({ name: "crm3", subscriptions: expect.any(Array) });
  });

  test("a replacement is made of the program alone, and the plan says so", async () => {
    const plan = await stack.preview(streamProgram({ destination: eventbridge() }));
    expect(plan.steps[0]).toMatch(/create-replacement crm .*-name -subscriptions/);
  });

  test("another destination type is a replacement: created, then deleted", async () => {
    const { steps, requests } = await apply(streamProgram({ ...base, destination: eventbridge() }));
    expect(steps[0]).toContain("create-replacement crm");
    expect(requests).toEqual(["POST /event-streams", "DELETE /event-streams/{id}"]);
  });

  test.each([
    ["eventbridge account", eventbridge("210987654321"), "awsAccountId"],
    ["eventbridge region", eventbridge("210987654321", "us-east-1"), "awsRegion"],
    ["action", action("one"), "type"],
    ["action id", action("two"), "actionId"],
  ])("another %s is a replacement: created, then deleted", async (_, destination, key) => {
    const { steps, requests } = await apply(streamProgram({ ...base, destination }));
    expect(steps.join("\n")).toMatch(new RegExp(`create-replacement crm .*${key}`));
    expect(requests).toEqual(["POST /event-streams", "DELETE /event-streams/{id}"]);
    expect(engine.tenant.streams.size).toBe(1);
  });
});

describe("a policy", () => {
  const program =
    (selector: string, configuration: Parameters<typeof policy>[1]): PulumiFn =>
    async () => {
      new RateLimitPolicy("limit", policy(selector, configuration));
    };

  beforeAll(async () => {
    await stack.up(program("default", { action: "block", limit: 5 }));
  });

  test("a changed limit sends the configuration only", async () => {
    const { steps } = await apply(program("default", { action: "block", limit: 6 }));
    expect(steps).toEqual(["update limit ~configuration.limit"]);
    expect(engine.onlyBody()).toEqual({ configuration: { action: "block", limit: 6 } });
  });

  test("another action is changed in place, without the fields of the last", async () => {
    await apply(program("default", { action: "allow" }));
    expect(engine.onlyBody()).toEqual({ configuration: { action: "allow" } });
  });

  test("another selector is a replacement: created, then deleted", async () => {
    const { steps, requests } = await apply(program("cimd_clients", { action: "allow" }));
    expect(steps[0]).toContain("create-replacement limit ~consumerSelector");
    expect(requests).toEqual(["POST /rate-limit-policies", "DELETE /rate-limit-policies/{id}"]);
  });
});

describe("push credentials", () => {
  const put = "PUT /guardian/factors/push-notification/providers/fcmv1";
  const program =
    (name: string, serverCredentials: string): PulumiFn =>
    async () => {
      new GuardianFcmv1Provider(name, { serverCredentials });
    };

  test("a change is one PUT", async () => {
    await stack.up(program("push", "first-credentials"));
    const { steps, requests } = await apply(program("push", "second-credentials"));
    expect(steps).toEqual(["update push ~serverCredentials"]);
    expect(requests).toEqual([put]);
    expect(engine.onlyBody()).toEqual({ server_credentials: "second-credentials" });
  });

  test("renamed in the program, the tenant keeps them", async () => {
    const { requests } = await apply(program("renamed", "second-credentials"));
    expect(requests).toEqual([put]);
    expect(engine.tenant.fcmv1).toEqual({ server_credentials: "second-credentials" });
  });
});

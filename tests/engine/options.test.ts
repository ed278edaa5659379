import { expect, test } from "@jest/globals";
import * as pulumi from "@pulumi/pulumi";
import {
  EventStream,
  type EventStreamArgs,
  GuardianFcmv1Provider,
  RateLimitPolicy,
} from "../../sdk";
import { readAll } from "../support/engine/stack";
import { withTenant } from "../support/engine/tenantAndStack";
import { action, authorizations, canaries, webhook } from "../support/values/eventStream";
import { serverCredentials } from "../support/values/guardianFcmv1Provider";
import { policyFor } from "../support/values/rateLimitPolicy";

const engine = withTenant();

interface Version {
  streamName: string;
  limit: number;
  actionId: string;
  logicalName: string;
}

class Monitored extends pulumi.ComponentResource {
  readonly stream: EventStream;

  constructor(name: string, args: EventStreamArgs, opts?: pulumi.ComponentResourceOptions) {
    super("test:index:Monitored", name, {}, opts);
    this.stream = new EventStream(`${name}-stream`, args, { parent: this });
  }
}

/** Every option at once, and Outputs of one resource as inputs of another, at every level. */
const program =
  ({ streamName, limit, actionId, logicalName }: Version) =>
  async () => {
    const { stream } = new Monitored(
      "component",
      { name: streamName, destination: webhook(authorizations.basic) },
      {
        transformations: [
          ({ type, props, opts }) =>
            type.endsWith(":EventStream")
              ? { props: { ...props, status: "disabled" }, opts }
              : undefined,
        ],
      },
    );
    new RateLimitPolicy("ignored", policyFor("default", { action: "block", limit }), {
      ignoreChanges: ["configuration"],
      dependsOn: stream,
    });
    new EventStream(
      logicalName,
      { name: "aliased", destination: action(actionId) },
      { aliases: [{ name: "first-name" }], deleteBeforeReplace: true },
    );
    new RateLimitPolicy("kept", policyFor("third_party_clients", { action: "log", limit: 5 }), {
      retainOnDelete: true,
    });
    const configuration = stream.id.apply((id) => ({
      webhookEndpoint: `https://example.com/${id}`,
      webhookAuthorization: { method: "bearer" as const, token: canaries.token },
    }));
    new EventStream("leaf", {
      name: pulumi.interpolate`of ${stream.id}`,
      subscriptions: [{ eventType: stream.id.apply(() => "user.created" as const) }],
      destination: webhook({
        method: "custom_header",
        headerKey: stream.tenant.apply(() => "X-Tenant"),
        headerValue: pulumi.interpolate`${canaries.headerValue} ${stream.id}`,
      }),
    });
    new EventStream("branch", { destination: { type: "webhook", configuration } });
    new EventStream("whole", {
      subscriptions: Promise.resolve([{ eventType: "user.deleted" as const }]),
      destination: configuration.apply((value) => ({
        type: "webhook" as const,
        configuration: value,
      })),
    });
  };

const first = { streamName: "one", limit: 1, actionId: "one", logicalName: "first-name" };
const second = { streamName: "two", limit: 2, actionId: "two", logicalName: "second-name" };

test("ignoreChanges, retainOnDelete, aliases, dependsOn, deleteBeforeReplace, transformations, components and Outputs at any level work", async () => {
  const stack = await engine.newStack();
  expect(await stack.up(program(first))).toMatchObject({ code: 0 });
  const [stream] = [...engine.tenant.streams.values()].filter(({ name }) => name === "one");
  expect(stream).toMatchObject({ status: "disabled" });
  const leaf = [...engine.tenant.streams.values()].find(({ name }) => name === `of ${stream?.id}`);
  expect(leaf?.destination).toMatchObject({
    configuration: {
      webhook_authorization: { header_value: `${canaries.headerValue} ${stream?.id}` },
    },
  });
  for (const canary of Object.values(canaries)) expect(readAll(stack.home)).not.toContain(canary);

  const { result, requests } = await engine.during(() => stack.up(program(second)));
  expect(result.steps).toContain("update component-stream ~name");
  expect(requests.sort()).toEqual([
    expect.stringMatching(/^DELETE \/event-streams\//),
    `PATCH /event-streams/${stream?.id}`,
    "POST /event-streams",
  ]);

  expect(await stack.destroy()).toMatchObject({ code: 0 });
  expect(engine.tenant.streams.size).toBe(0);
  expect([...engine.tenant.policies.values()].map((kept) => kept.consumer_selector)).toEqual([
    "third_party_clients",
  ]);
});

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

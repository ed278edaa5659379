import { expect, test } from "@jest/globals";
import type { EngineEvent } from "@pulumi/pulumi/automation";
import { readRefreshEvents } from "../../../../cli/refresh/refreshEvents";
import { stream } from "../../../support/values/eventStream";
import { jsonCopy } from "../../../support/values/inputs";

interface Bags {
  inputs?: object;
  outputs?: object;
}

/** The event of a refreshed object. */
function step(
  type: string,
  op: string,
  old: Bags,
  live: Bags | null,
  more: object = {},
): EngineEvent {
  const state = (bags: Bags) => ({ custom: true, id: "id", inputs: {}, outputs: {}, ...bags });
  const metadata = {
    op,
    type,
    urn: `urn:pulumi:prod::crm::${type}::it`,
    provider: "",
    old: state(old),
    new: live && state(live),
    ...more,
  };
  return { resOutputsEvent: { metadata } } as unknown as EngineEvent;
}

const byDynamic = "pulumi-nodejs:dynamic/auth0-native:EventStream";
const byPlugin = "auth0-native:index:EventStream";
const bothAdapters = [byDynamic, byPlugin];
const theirs = "aws:s3/bucket:Bucket";

const only = (event: EngineEvent) => readRefreshEvents([event]).steps.map(({ report }) => report);

const failed = (message: string, urn?: string): EngineEvent =>
  ({ diagnosticEvent: { message, urn, severity: "error" } }) as unknown as EngineEvent;

test("an object of another package is reported with its whole type and by its outputs", () => {
  const outputs = (acl: string, etag: number) => ({ outputs: { acl, arn: "a", etag } });
  const event = step(theirs, "update", outputs("private", 1), outputs("public", 2), {
    diffs: ["acl"],
  });
  const properties = [{ path: "acl", expected: "private", live: "public" }];
  const object = { urn: expect.any(String), kind: theirs, name: "it", id: "id" };
  expect(only(event)).toEqual([{ ...object, result: "changed", properties }]);
});

test('an object whose step is "refresh" or "same" without a difference has not drifted', () => {
  expect(only(step(theirs, "refresh", {}, {}))).toEqual([]);
  for (const ours of bothAdapters) expect(only(step(ours, "same", {}, {}))).toEqual([]);
});

test("a difference that another package's provider omits is found, or has a note without values", () => {
  const event = step(theirs, "update", { outputs: { v: 1 } }, { outputs: { v: 2 } });
  expect(only(event)[0]?.properties).toEqual([{ path: "v", expected: 1, live: 2 }]);
  const [report] = only(step(theirs, "update", {}, {}, { diffs: ["acl"] }));
  expect(report).toMatchObject({
    properties: [],
    note: "The object differs in acl, but its provider doesn't report the values.",
  });
});

test.each(bothAdapters)("an object of type %s is reported with the name of its class", (ours) => {
  const live = { inputs: stream({ name: "b" }), outputs: { tenant: "t", updatedAt: "u" } };
  expect(only(step(ours, "update", { inputs: stream({ name: "a" }) }, live))).toEqual([
    {
      urn: `urn:pulumi:prod::crm::${ours}::it`,
      kind: "EventStream",
      name: "it",
      id: "id",
      tenant: "t",
      updatedAt: "u",
      result: "changed",
      properties: [{ path: "name", expected: "a", live: "b" }],
    },
  ]);
});

test.each(["pulumi-nodejs:dynamic/auth0-native:", "auth0-native:index:"])(
  "push credentials of type %sGuardianFcmv1Provider cannot be verified",
  (token) => {
    const event = step(`${token}GuardianFcmv1Provider`, "refresh", {}, {});
    expect(readRefreshEvents([event])).toMatchObject({ checked: 0 });
    expect(only(event)).toMatchObject([
      {
        kind: "GuardianFcmv1Provider",
        result: "unverifiable",
        note: "Auth0 never returns the credentials",
      },
    ]);
  },
);

test("an unknown type of this package is reported unabridged", () => {
  const type = "auth0-native:index:Unheard";
  expect(only(step(type, "delete", {}, null))).toMatchObject([{ kind: type, result: "gone" }]);
});

// The engine has written the live value into its copy of the old inputs.
test.each(["same", "update"])(
  "what ignoreChanges covers below the top level is listed (%s)",
  (op) => {
    const bag = (webhookEndpoint: string, status: string) =>
      jsonCopy({ status, destination: { type: "webhook", configuration: { webhookEndpoint } } });
    const live = bag("https://b.example.com", op === "same" ? "enabled" : "disabled");
    const old = {
      inputs: bag("https://b.example.com", "enabled"),
      outputs: bag("https://a.example.com", "enabled"),
    };
    const event = step(byDynamic, op, old, { inputs: live, outputs: live });
    const { same, steps } = readRefreshEvents([event]);
    const path = "destination.configuration.webhookEndpoint";
    const status = { path: "status", expected: "enabled", live: "disabled" };
    expect([...same, ...steps].map(({ report }) => report.properties)).toEqual([
      [
        ...(op === "same" ? [] : [status]),
        { path, expected: "https://a.example.com", live: "https://b.example.com" },
      ],
    ]);
  },
);

test("an object read by `.get` is compared by its outputs, because its state has no inputs", () => {
  const bags = (name: string) => ({ ...stream({ name }), tenant: "t", updatedAt: name });
  const event = step(
    byDynamic,
    "update",
    { outputs: bags("a") },
    { inputs: stream({ name: "b" }), outputs: bags("b") },
  );
  Object.assign(event.resOutputsEvent?.metadata.old ?? {}, { external: true });
  expect(only(event)[0]?.properties).toEqual([{ path: "name", expected: "a", live: "b" }]);
});

test("what a replacement left for deletion, stacks, providers, and components are not compared", () => {
  const left = step(byDynamic, "delete", {}, null);
  Object.assign(left.resOutputsEvent?.metadata.old ?? {}, { delete: true });
  const component = step("my:index:Component", "same", {}, {});
  Object.assign(component.resOutputsEvent?.metadata.old ?? {}, { custom: false });
  const events = [
    ...[left, component],
    step("pulumi:pulumi:Stack", "same", {}, {}),
    step("pulumi:providers:aws", "same", { inputs: { region: "x" } }, {}),
  ];
  expect(readRefreshEvents(events)).toMatchObject({ checked: 0, steps: [] });
});

test("reports are sorted by URN", () => {
  const changed = (name: string) => {
    const urn = `urn:pulumi:p::p::${byDynamic}::${name}`;
    return step(byDynamic, "update", { inputs: stream() }, { inputs: stream({ name }) }, { urn });
  };
  for (const order of [
    ["a", "b"],
    ["b", "a"],
  ]) {
    const { steps } = readRefreshEvents(order.map(changed));
    expect(steps.map(({ report }) => report.name)).toEqual(["a", "b"]);
  }
});

test("a repeated message is reported once, and the engine's summary only if it is the only message", () => {
  const { problems } = readRefreshEvents([
    failed("Preview failed: no answer\n", "urn:a"),
    failed("Preview failed: no answer\n", "urn:b"),
    failed("Preview failed: another\n", "urn:c"),
    failed("preview failed\n"),
  ]);
  expect(jsonCopy(problems)).toEqual([
    { message: "no answer (2 objects)" },
    { urn: "urn:c", message: "another" },
  ]);
  expect(readRefreshEvents([failed("preview failed")]).problems).toEqual([
    { message: "preview failed" },
  ]);
});

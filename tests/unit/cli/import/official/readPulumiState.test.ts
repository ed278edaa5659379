import { describe, expect, test } from "@jest/globals";
import { readPulumiState } from "../../../../../cli/import/official/readPulumiState";
import type { Json, Props } from "../../../../../provider/shared/json";
import {
  fixture,
  pulumiExport,
  pulumiFixture,
  pulumiResource,
  secretMark,
  urnOf,
} from "../../../../support/officialStates";
import { canaries } from "../../../../support/values/samples";

const streams = "eventStream:EventStream";
const read = (resources: Props[], deployment?: Props) =>
  readPulumiState(pulumiExport(resources, deployment), "stack.json");

const authorization = ["destination", "configuration", "webhookAuthorization"];

/** The properties of a stream with this authorization. */
const properties = (webhookAuthorization: Json): Props => ({
  destinationType: "webhook",
  webhookConfiguration: { webhookEndpoint: "https://example.com", webhookAuthorization },
});

describe("the export of a stack of the official Pulumi provider", () => {
  const state = readPulumiState(fixture(pulumiFixture), "stack.json");

  test("has the ids of the tenant's objects, and their names in the program", () => {
    const tenant = fixture("pulumi-auth0-3.49.0.tenant.json");
    const ids = tenant.match(/(est|rlp)_[\w-]{22}(?=")/g) ?? [];
    expect(state.objects.map(({ id }) => id).sort()).toEqual([...new Set(ids)].sort());
    expect(state.objects.map(({ name }) => name).sort()).toEqual(
      "action allow basic bearer block bridge header log redirect".split(" "),
    );
    expect(state).toMatchObject({ tool: "Pulumi", stack: "fixture", ignored: [] });
  });

  test("has the secrets of the tenant's objects", () => {
    expect(state.objects.flatMap(({ secrets }) => secrets)).toEqual([
      { path: [...authorization, "password"], value: "fixture-password" },
      { path: [...authorization, "token"], value: "fixture-token" },
      { path: [...authorization, "headerValue"], value: "fixture-header-value" },
    ]);
  });

  test("is refused where its secrets are encrypted, without a part of them", () => {
    const encrypted = fixture(pulumiFixture).replaceAll('"plaintext"', '"ciphertext"');
    expect(() => readPulumiState(encrypted, "stack.json")).toThrow(
      "stack.json:1:1: the secrets in this export are encrypted: pass the name of the stack instead, or run `pulumi stack export --show-secrets --stack fixture > stack.json`, pass that file, and delete it afterwards",
    );
  });
});

describe("readPulumiState", () => {
  test.each<[string, Json]>([
    ["the value", { method: "bearer", token: secretMark("t") }],
    ["the object around it", secretMark({ method: "bearer", token: "t" })],
    ["both", secretMark({ method: "bearer", token: secretMark("t") })],
    ["nothing", { method: "bearer", token: "t" }],
  ])("finds a secret where Pulumi marks %s", (_what, webhookAuthorization) => {
    const outputs = properties(webhookAuthorization);
    for (const all of [
      outputs,
      { ...outputs, webhookConfiguration: secretMark(outputs.webhookConfiguration ?? null) },
    ]) {
      const { objects } = read([pulumiResource(streams, "crm", { id: "est_1", outputs: all })]);
      expect(objects[0]?.secrets).toEqual([{ path: [...authorization, "token"], value: "t" }]);
    }
  });

  test("takes a write-only secret from the inputs, with a note", () => {
    const inputs = properties({ method: "basic", username: "u", passwordWo: secretMark("p") });
    const outputs = properties({
      method: "basic",
      username: "u",
      password: secretMark(""),
      passwordWo: secretMark(null),
    });
    const { objects } = read([pulumiResource(streams, "crm", { id: "est_1", inputs, outputs })]);
    expect(objects[0]).toMatchObject({
      secrets: [{ path: [...authorization, "password"], value: "p" }],
      notes: [expect.stringMatching(/^passwordWo was sent only if its version/)],
    });
  });

  test("takes no secret from inputs that are not those of the outputs", () => {
    const inputs = properties({ method: "basic", username: "new", password: secretMark("p") });
    const outputs = properties({ method: "basic", username: "old" });
    const { objects } = read([pulumiResource(streams, "crm", { id: "est_1", inputs, outputs })]);
    expect(objects[0]?.secrets).toEqual([]);
  });

  test("ignores a secret mark whose text is not JSON, and never quotes it", () => {
    const token = { ...secretMark(""), plaintext: canaries.token };
    const outputs = properties({ method: "bearer", token });
    const state = read([pulumiResource(streams, "crm", { id: "est_1", outputs })]);
    expect(state.objects[0]?.secrets).toEqual([]);
  });

  test("ignores what the old program only reads, deletes or has not created", () => {
    const { objects, ignored } = read(
      [
        pulumiResource(streams, "crm", { id: "est_1" }),
        pulumiResource(streams, "crm", { id: "est_old", delete: true }),
        pulumiResource(streams, "read", { id: "est_2", external: true }),
        pulumiResource(streams, "replaced", { id: "est_3", pendingReplacement: true }),
        pulumiResource("client:Client", "spa", { id: "client" }),
      ],
      {
        pending_operations: [
          { type: "creating", resource: pulumiResource(streams, "new", {}) },
          { type: "creating", resource: pulumiResource("client:Client", "new", {}) },
        ],
      },
    );
    expect(objects.map(({ id, pendingDeletions }) => [id, pendingDeletions])).toEqual([
      ["est_1", ["est_old"]],
    ]);
    expect(ignored.map(({ address, reason }) => [address.split("::")[3], reason])).toEqual([
      ["crm", "est_old was replaced: the next `pulumi up` deletes it"],
      ["read", expect.stringMatching(/only reads it/)],
      ["replaced", expect.stringMatching(/deleted already/)],
      ["new", expect.stringMatching(/interrupted while it was creating it: run `pulumi refresh`/)],
    ]);
  });

  test("takes over an object whose update was interrupted, without its secrets", () => {
    const outputs = properties({ method: "bearer", token: secretMark("t") });
    const resource = pulumiResource(streams, "crm", { id: "est_1", outputs });
    const { objects } = read([resource], { pending_operations: [{ type: "updating", resource }] });
    expect(objects).toMatchObject([
      { id: "est_1", secrets: [], notes: [expect.stringMatching(/interrupted .* updating/)] },
    ]);
  });

  test("names every resource that depends on an object, in each way once", () => {
    const crm = urnOf(streams, "crm");
    const other = (name: string, fields: Props) => pulumiResource("client:Client", name, fields);
    const { objects } = read([
      pulumiResource(streams, "crm", { id: "est_1", protect: true }),
      other("dependency", { dependencies: [crm], propertyDependencies: { name: [crm] } }),
      other("property", { propertyDependencies: { name: [crm] } }),
      other("child", { parent: crm }),
      other("with", { deletedWith: crm }),
      other("replaced", { replaceWith: [crm] }),
      other("none", { dependencies: [], propertyDependencies: { name: [] } }),
    ]);
    expect(objects[0]?.dependants.map((urn) => urn.split("::")[3])).toEqual(
      "dependency property child with replaced".split(" "),
    );
    expect(objects[0]?.isProtected).toBe(true);
  });

  test("reads the name of a URN with a parent and with colons", () => {
    const urn = `urn:pulumi:production::tenant::my:Component$auth0:index/${streams}::a::b`;
    const { objects } = read([pulumiResource(streams, "", { urn, id: "est_1" })]);
    expect(objects[0]).toMatchObject({ name: "a::b", address: urn });
  });

  test("reads a stack without resources, and exports of version 4", () => {
    expect(readPulumiState('{"version":3,"deployment":null}', "a").objects).toEqual([]);
    const features = { version: 4, features: ["hooks", "taint"], deployment: { resources: [] } };
    expect(readPulumiState(JSON.stringify(features), "a").objects).toEqual([]);
  });

  test("finds FCM v1 credentials in a guardian resource, and says what is a legacy key", () => {
    const guardian = (serverKey: Json) =>
      pulumiResource("guardian:Guardian", "mfa", {
        id: "guardian",
        outputs: { push: { enabled: true, directFcm: secretMark({ serverKey }) } },
      });
    expect(read([guardian(canaries.serverCredentials)]).pushCredentials).toMatchObject({
      address: urnOf("guardian:Guardian", "mfa"),
      attribute: "push.directFcm.serverKey",
      secret: { path: ["serverCredentials"], value: canaries.serverCredentials },
    });
    const legacy = read([guardian("AAAA-legacy")]);
    expect(legacy.pushCredentials).toBeUndefined();
    expect(legacy.ignored[0]?.reason).toMatch(/^push.directFcm.serverKey is .* legacy API/);
  });
});
